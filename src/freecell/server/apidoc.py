"""The page that describes the HTTP API to people: plain HTML, made from the OpenAPI description, without a script."""

from __future__ import annotations

import json
from html import escape
from typing import Any, Final

STYLE: Final = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { border-top: 1px solid #8886; padding-top: 1rem; margin-top: 2rem; overflow-wrap: anywhere; }
h2 b { display: inline-block; min-width: 4rem; color: #0a7d4b; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8883; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { padding: .75rem; background: #8882; overflow: auto; }
"""


def page(description: dict[str, Any]) -> str:
    """Return the page for an OpenAPI description."""
    info = description["info"]
    schemas = description.get("components", {}).get("schemas", {})
    calls = [_call(path, method, call, schemas) for path, methods in description["paths"].items() for method, call in methods.items()]
    shapes = [_shape(name, schema) for name, schema in sorted(schemas.items())]
    title = f"{escape(info['title'])}: the HTTP API"
    return "".join(
        [
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n',
            '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/style.css"></head><body>\n',
            f"<h1>{title}</h1>\n<p>{escape(info.get('description', ''))}</p>\n",
            '<p>The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>\n',
            *calls,
            "<h1>Shapes</h1>\n",
            *shapes,
            "</body></html>\n",
        ]
    )


def _call(path: str, method: str, call: dict[str, Any], schemas: dict[str, Any]) -> str:
    parts = [f"<h2><b>{method.upper()}</b> <code>{escape(path)}</code></h2>\n<p>{escape(call.get('summary', ''))}.</p>\n"]
    given = [
        (each["name"], each["schema"], each.get("required", False), each.get("description", "")) for each in call.get("parameters", [])
    ]
    if given:
        parts.append(_table([_row(*each) for each in given]))
    if "requestBody" in call:
        schema = _content(call["requestBody"])
        parts.append(f"<p>It is sent {_type(schema)}, as in</p><pre>{escape(_example(schema, schemas))}</pre>\n")
    answers = [
        f"<tr><td><code>{escape(status)}</code><td>{escape(answer['description'])}<td>{_type(_content(answer))}"
        for status, answer in call["responses"].items()
    ]
    return "".join([*parts, "<p>It answers</p>", _table(answers)])


def _shape(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    rows = [_row(key, each, key in required, each.get("description", "")) for key, each in schema.get("properties", {}).items()]
    return f'<h2 id="{escape(name)}">{escape(name)}</h2>\n<p>{escape(schema.get("description", ""))}</p>\n{_table(rows)}'


def _row(name: str, schema: dict[str, Any], required: bool, text: str) -> str:
    must = "" if required or "default" not in schema else f" = {escape(json.dumps(schema['default'], ensure_ascii=False))}"
    return f"<tr><td><code>{escape(name)}{must}</code><td>{_type(schema)}<td>{escape(text)}"


def _table(rows: list[str]) -> str:
    return f"<table>{''.join(rows)}</table>\n"


def _content(holder: dict[str, Any]) -> dict[str, Any]:
    return dict(holder.get("content", {}).get("application/json", {}).get("schema", {}))


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f"<code>{escape(json.dumps(each))}</code>" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(str(schema.get("const", schema.get("type", "anything"))))


def _example(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    shape = schemas.get(schema.get("$ref", "").rpartition("/")[2], {})
    given = {name: each["examples"][0] for name, each in shape.get("properties", {}).items() if each.get("examples")}
    return json.dumps(given or {"deal": "164"}, ensure_ascii=False)
