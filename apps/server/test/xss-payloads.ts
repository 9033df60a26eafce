import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import naughty from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }

const require = createRequire(import.meta.url)

/** Markup, addresses and handlers that run a script or load something where a page takes them for its own. */
const runs = /<[a-z!?/\\]|javascript\s*:|\bon[a-z]+\s*=|expression\s*\(|alert\s*[(`]/i

/** The strings with which the package `xss-filters` (Yahoo, BSD) feeds its fuzzer: the classical cheat sheets. */
const seeds = readFileSync(require.resolve('xss-filters/tests/fuzz/bin/seed.xss'), 'utf8').split('\n')

/**
 * Texts that show a script injection by calling `alert`, loading something or being an element: those of the
 * Big List of Naughty Strings (MIT) and of xss-filters (BSD), as the packages of these names bring them along.
 */
export const xssPayloads: readonly string[] = [
  ...new Set(
    [...(naughty as string[]), ...seeds].map((text) => text.trim()).filter((text) => runs.test(text)),
  ),
  // The lists have none of these.
  '<img src=x onerror=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<details open ontoggle=alert(1)>',
  '"><input autofocus onfocus=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<template><script>alert(1)</script></template>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="jav&#x0A;ascript:alert(1)" target=_self>x</a>',
  '<button popovertarget=x>x</button><xss popover id=x onbeforetoggle=alert(1)>x</xss>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(1)</script></svg>#x">',
]
