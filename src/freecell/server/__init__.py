"""The server: the page, and the games that browsers play over WebSockets."""
