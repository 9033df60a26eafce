import { documentOf, escapeHtml, toHtml } from '@steward/rich-text'
import type { SharedContent } from './content.rules.ts'

/** The content security policy of the page: it can show itself and send its own forms. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const styles = `:root { color-scheme: light dark; --line: #e2e5ec; --soft: #5b6170; --bar: #4b48c8 }
body { margin: 0; background: #f4f5f8; color: #16181d; font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, Arial, sans-serif }
main { max-width: 760px; margin: 32px auto; padding: 32px; background: #fff; border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.25 }
h2 { margin: 0 0 4px; font-size: 18px; line-height: 1.3 }
section { padding: 20px 0; border-top: 1px solid var(--line); break-inside: avoid }
p { margin: 0 0 8px }
.soft { color: var(--soft); font-size: 14px }
progress { width: 100%; height: 8px; accent-color: var(--bar) }
.tasks { margin: 8px 0 0; padding: 0; list-style: none }
.tasks li { display: flex; gap: 10px; align-items: baseline; padding: 4px 0 }
button { min-width: 28px; min-height: 28px; padding: 0 8px; border: 1px solid #767c8c; border-radius: 6px; background: none; color: inherit; font: inherit; cursor: pointer }
@media (max-width: 600px) { main { margin: 0; padding: 20px; border: 0; border-radius: 0 } }
@media (prefers-color-scheme: dark) {
  :root { --line: #363a44; --soft: #a9afbc; --bar: #9d9bff }
  body { background: #16181d; color: #f2f4f8 }
  main { background: #22252c }
}
@media print { body { background: none } main { margin: 0; padding: 0; border: 0 } button { display: none } }`

function pageOf(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body><main>${content}</main></body>
</html>
`
}

const textOf = (stored: string | null): string => (stored ? toHtml(documentOf(stored)) : '')

const factsOf = (facts: readonly string[]): string =>
  facts.length === 0 ? '' : `<p class="soft">${facts.map(escapeHtml).join(' · ')}</p>`

type Item = SharedContent['items'][number]

function taskOf({ taskId, title, dueDate, isDone }: Item['tasks'][number], token: string | null): string {
  const due = dueDate === null ? '' : ` <span class="soft">due ${dueDate}</span>`
  const text = `<span>${escapeHtml(title)}${due}</span>`
  const mark = isDone ? '☑' : '☐'
  if (token === null) {
    return `<li><span aria-hidden="true">${mark}</span><span class="soft">${isDone ? 'Done:' : 'Open:'}</span>${text}</li>`
  }
  const label = `${isDone ? 'Reopen' : 'Complete'} ${title}`
  const action = `/api/shared-plan/${token}/task/${taskId}`
  return `<li><form method="post" action="${action}"><button type="submit" aria-label="${escapeHtml(label)}">${mark}</button></form>${text}</li>`
}

function itemOf({ name, description, facts, percent, tasks }: Item, token: string | null): string {
  const bar =
    percent === null
      ? ''
      : `<progress max="100" value="${percent}" aria-label="Progress of ${escapeHtml(name)}"></progress><p class="soft">${percent} %</p>`
  const list = tasks.map((task) => taskOf(task, token)).join('')
  return `<section><h2>${escapeHtml(name)}</h2>${factsOf(facts)}${textOf(description)}${bar}${list && `<ul class="tasks">${list}</ul>`}</section>`
}

/** The page of a shared plan; `token` where tasks can be ticked on it. */
export function planPage(content: SharedContent, token: string | null): string {
  const { company, name, description, facts, items } = content
  const head = `<p class="soft">${escapeHtml(company)}</p><h1>${escapeHtml(name)}</h1>${factsOf(facts)}${textOf(description)}`
  return pageOf(name, head + items.map((item) => itemOf(item, token)).join(''))
}
