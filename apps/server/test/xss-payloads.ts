import strings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }

/** Markup, addresses and handlers that run a script where a page takes them for its own. */
const runs = /<[a-z!?/\\]|javascript\s*:|\bon[a-z]+\s*=|expression\s*\(|alert\s*[(`]/i

/**
 * Texts that show a script injection by calling `alert`, from the Big List of Naughty Strings (MIT), which
 * the package `big-list-of-naughty-strings` brings along.
 */
export const xssPayloads: readonly string[] = [
  ...new Set((strings as string[]).map((text) => text.trim()).filter((text) => runs.test(text))),
  // The list has none of these.
  '<img src=x onerror=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<details open ontoggle=alert(1)>',
  '"><input autofocus onfocus=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
]
