import { defaultCompanyColor, readableOn, textOn } from '@steward/contracts/plain/company-color'

/** Behind the text of the page. */
const [light, dark] = ['#ffffff', '#22252c'] as const

/** The color of a company on a background, in a shade that can be read, and what can be read on that. */
function accentOn(background: string, color: string): string {
  const accent = readableOn(background, color)
  return `--accent: ${accent}; --on-accent: ${textOn(accent)}`
}

/** The styles of a shared page, in the color of the company. */
export function pageStyles(color: string | null): string {
  const own = color ?? defaultCompanyColor
  return `:root { color-scheme: light dark; --line: #e2e5ec; --edge: #767c8c; --soft: #5b6170; --fault: #b3261e; ${accentOn(light, own)} }
body { margin: 0; background: #f4f5f8; color: #16181d; font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, Arial, sans-serif }
main { max-width: 760px; margin: 32px auto; padding: 32px; background: ${light}; border: 1px solid var(--line); border-top: 6px solid var(--accent); border-radius: 12px; overflow-wrap: anywhere }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.25 }
h2 { margin: 0 0 4px; font-size: 18px; line-height: 1.3 }
section { padding: 20px 0; border-top: 1px solid var(--line); break-inside: avoid }
header { padding-bottom: 12px }
p { margin: 0 0 8px }
.soft { color: var(--soft); font-size: 14px }
.company { margin: 0 0 4px; color: var(--accent); font-weight: 600 }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.progress { display: flex; gap: 12px; align-items: center; margin: 8px 0 0 }
.bar { flex: 1; height: 8px; border-radius: 4px; background: var(--line); overflow: hidden; print-color-adjust: exact }
.bar span { display: block; height: 100%; background: var(--accent); print-color-adjust: exact }
.tasks { margin: 12px 0 0; padding: 0; list-style: none }
.tasks li { display: flex; gap: 12px; align-items: flex-start; padding: 6px 0 }
.tasks .done { color: var(--soft) }
.tasks form { display: flex }
.check { box-sizing: border-box; display: grid; place-items: center; flex: none; width: 24px; height: 24px; padding: 0; border: 2px solid var(--edge); border-radius: 50%; background: none; print-color-adjust: exact }
.check svg { width: 14px; height: 14px; fill: none; stroke: none; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round }
.check.on { border-color: var(--accent); background: var(--accent) }
.check.on svg { stroke: var(--on-accent) }
button { font: inherit; cursor: pointer }
button.check { position: relative }
button.check::after { content: ''; position: absolute; inset: -10px }
button.check:not(.on):hover { border-color: var(--accent) }
button.check:not(.on):hover svg { stroke: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.comments { margin: 8px 0 0; padding: 0; list-style: none }
.comments li { padding: 10px 0; border-top: 1px solid var(--line) }
.comments li:first-child { border-top: 0 }
.team { padding: 1px 8px; border-radius: 999px; background: var(--accent); color: var(--on-accent); font-size: 12px; font-weight: 600 }
.comments .text { margin: 0; white-space: pre-line }
.write { display: grid; gap: 4px; margin-top: 12px }
.write label { margin-top: 8px; font-weight: 600 }
.write input, .write textarea { box-sizing: border-box; width: 100%; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px; background: none; color: inherit; font: inherit }
.write textarea { min-height: 96px; resize: vertical }
.write button { justify-self: start; min-height: 40px; margin-top: 12px; padding: 0 20px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font-weight: 600 }
.fault { margin: 0; color: var(--fault); font-size: 14px }
.seen { position: absolute; width: 1px; height: 1px }
@media (max-width: 600px) { main { margin: 0; padding: 20px; border-width: 6px 0 0; border-radius: 0 } }
@media (prefers-color-scheme: dark) {
  :root { --line: #363a44; --edge: #8a90a0; --soft: #a9afbc; --fault: #ffb4ab; ${accentOn(dark, own)} }
  body { background: #16181d; color: #f2f4f8 }
  main { background: ${dark} }
}
@media print {
  :root { color-scheme: light; --line: #e2e5ec; --edge: #767c8c; --soft: #5b6170; ${accentOn(light, own)} }
  body, main { background: none; color: #000 }
  main { margin: 0; padding: 0; border: 0 }
  .write, .screen { display: none }
}`
}
