"""Names, roles and colours: what anybody needs who cannot see the page well, or at all."""

from __future__ import annotations

from playwright.sync_api import Page

FAULTS = """() => {
  const faults = [];
  const words = id => document.getElementById(id)?.textContent ?? '';
  const names = it => [
    it.getAttribute('aria-label'), (it.getAttribute('aria-labelledby') ?? '').split(' ').map(words).join(' '),
    ...[...(it.labels ?? [])].map(label => label.textContent), it.textContent, it.title];
  const name = it => names(it).find(text => text?.trim());
  const blame = (why, it) => faults.push(why + ': ' + it.outerHTML.slice(0, 120));
  const named = 'button, select, input, textarea, progress, dialog, [role=button], [role=slider], [role=switch], [role=group], [role=img]';
  for (const it of document.querySelectorAll('*')) {
    if (!it.checkVisibility()) continue;
    if (it.matches(named) && !name(it)) blame('no name', it);
    for (const attribute of ['aria-labelledby', 'aria-describedby'])
      for (const id of (it.getAttribute(attribute) ?? '').split(' ').filter(Boolean))
        if (!document.getElementById(id)) blame(attribute + ' leads nowhere', it);
    if (it.closest('[aria-hidden=true]') && it.matches('button, [tabindex="0"]')) blame('hidden, but reached', it);
    const values = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax'];
    if (it.matches('[role=slider]') && !values.every(value => it.hasAttribute(value))) blame('no value', it);
    if (it.matches('[role=switch]') && !it.hasAttribute('aria-checked')) blame('no state', it);
    if (it.matches('svg') && !it.closest('[aria-hidden=true], [role=img], [role=button]')) blame('a picture without words', it);
  }
  const ids = [...document.querySelectorAll('[id]')].map(it => it.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push('twice: ' + id);
  return [...new Set(faults)];
}"""
"""Elements without a name or with a wrong role, references that lead nowhere, and the like."""

PALE = """() => {
  const drawing = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const rgba = colour => {
    drawing.clearRect(0, 0, 1, 1);
    drawing.fillStyle = colour;
    drawing.fillRect(0, 0, 1, 1);
    return [...drawing.getImageData(0, 0, 1, 1).data];
  };
  const linear = part => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * linear(r / 255) + .7152 * linear(g / 255) + .0722 * linear(b / 255);
  const ground = it => {
    for (let at = it; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return null;
  };
  const pale = [];
  for (const it of document.querySelectorAll('dialog *, .notice *')) {
    const writes = [...it.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!writes || !it.checkVisibility() || it.closest('svg, [data-card], [aria-disabled=true], .offscreen, option')) continue;
    const paper = ground(it);
    if (!paper) continue;
    const [more, less] = [light(rgba(getComputedStyle(it).color)), light(paper)].sort((a, b) => b - a);
    const contrast = (more + .05) / (less + .05);
    if (contrast < 4.5) pale.push(contrast.toFixed(2) + ' ' + it.textContent.slice(0, 40));
  }
  return pale;
}"""
"""Text in dialogs and notices whose contrast to its ground is under 4.5 to 1."""

COVERED = """() => {
  const all = document.querySelectorAll('header button, footer button, dialog button, .notice button');
  const buttons = [...all].filter(it => it.checkVisibility());
  const boxes = buttons.map(it => it.getBoundingClientRect());
  const covered = [];
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b, j) => {
    const other = buttons[i + 1 + j];
    if (buttons[i].closest('dialog') !== other.closest('dialog') || buttons[i].parentElement !== other.parentElement) return;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) covered.push(buttons[i].textContent.trim() + ' and ' + other.textContent.trim());
  }));
  return covered;
}"""
"""Buttons side by side that lie on each other."""

CUT = """() => {
  const drawing = document.createElement('canvas').getContext('2d');
  const cut = [];
  for (const it of document.querySelectorAll('select')) {
    if (!it.checkVisibility({ opacityProperty: true })) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(it);
    drawing.font = font;
    const arrow = 16, room = it.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    for (const { text } of it.options) if (drawing.measureText(text).width > room) cut.push(text);
  }
  return cut;
}"""
"""Choices whose words are longer than their field."""

ROUNDED = """() => {
  const writes = it => [...it.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  return [...document.querySelectorAll('header *, footer *, dialog *, .notice *')].filter(it => {
    const { overflowX, borderTopLeftRadius, paddingLeft } = getComputedStyle(it);
    const shown = it.checkVisibility() && it.clientWidth > 1 && writes(it) && !it.closest('[data-card]') && !it.matches('textarea');
    return shown && overflowX !== 'visible' && parseFloat(borderTopLeftRadius) > parseFloat(paddingLeft) + 4;
  }).map(it => it.textContent);
}"""
"""Text that round corners cut off."""

SCATTERED = """() => {
  const rows = [...document.querySelectorAll('dialog .better div')].filter(it => it.checkVisibility());
  const tops = row => new Set([...row.querySelectorAll('button')].map(it => Math.round(it.getBoundingClientRect().top)));
  return rows.filter(row => tops(row).size > 1).map(row => row.textContent);
}"""
"""Rows of a list whose buttons do not stand side by side."""


def problems(page: Page, *, longer: bool = False) -> None:
    """Assert that everything that can be touched has a name and a place of its own, and everything that is written can be read.

    In words that are `longer` than any language's, a closed field may show less than its whole choice.
    """
    for fault in (FAULTS, PALE, COVERED, *(() if longer else (CUT,)), ROUNDED, SCATTERED):
        found = page.evaluate(fault)
        assert found == [], found
