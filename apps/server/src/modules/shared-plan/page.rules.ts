import { planLimits } from '@steward/contracts/plain/success-plan'
import type { SharedCommentForm } from '@steward/contracts/success-plan/share'
import { documentOf, escapeHtml, toHtml } from '@steward/rich-text'
import { writtenDay, type SharedContent } from './content.rules.ts'
import { pageStyles } from './page.style.rules.ts'

/** The content security policy of the page: it can show itself, load the picture that counts, and send its own forms. */
export const pagePolicy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/** What was typed, and what is wrong with it. */
export type CommentDraft = Partial<SharedCommentForm> & { faults?: Partial<SharedCommentForm> }

/** A page that is about to be written: nothing of it comes from elsewhere. */
export interface SharedPage {
  content: SharedContent
  mayCheck: boolean
  mayComment: boolean
  token: string
  /** Of the company; null: Steward's. */
  color: string | null
  comments: readonly { commentId: number; author: string; userId: number | null; text: string; at: Date }[]
  draft: CommentDraft
}

function pageOf(title: string, color: string | null, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${pageStyles(color)}</style>
</head>
<body><main>${content}</main></body>
</html>
`
}

const textOf = (stored: string | null): string => (stored ? toHtml(documentOf(stored)) : '')

const factsOf = (facts: readonly string[]): string =>
  facts.length === 0 ? '' : `<p class="soft">${facts.map(escapeHtml).join(' · ')}</p>`

type Item = SharedContent['items'][number]
type Task = Item['tasks'][number]

const tick = '<svg aria-hidden="true" viewBox="0 0 16 16"><path d="M3 8.5l3.5 3.5L13 5"/></svg>'

function checkOf({ taskId, title, isDone }: Task, token: string | null): string {
  const look = isDone ? 'check on' : 'check'
  if (token === null) {
    return `<span class="${look}">${tick}</span><span class="hidden">${isDone ? 'Done:' : 'Open:'}</span>`
  }
  const label = escapeHtml(`${isDone ? 'Reopen' : 'Complete'} ${title}`)
  // Someone else may tick it meanwhile, or a click may come twice: the address says what it is to be.
  const action = `/api/shared-plan/${token}/task/${taskId}?isDone=${!isDone}`
  return `<form method="post" action="${action}"><button type="submit" class="${look}" aria-label="${label}">${tick}</button></form>`
}

function taskOf(task: Task, token: string | null): string {
  const { title, dueDate, isDone } = task
  const due = dueDate === null ? '' : ` <span class="soft">due ${escapeHtml(dueDate)}</span>`
  return `<li>${checkOf(task, token)}<span${isDone ? ' class="done"' : ''}>${escapeHtml(title)}${due}</span></li>`
}

function progressOf(name: string, percent: number): string {
  const label = escapeHtml(`Progress of ${name}`)
  return `<div class="progress"><div class="bar" role="progressbar" aria-label="${label}" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${percent}"><span style="width: ${percent}%"></span></div><span class="soft">${percent}%</span></div>`
}

function itemOf({ name, description, facts, percent, tasks }: Item, token: string | null): string {
  const bar = percent === null ? '' : progressOf(name, percent)
  const list = tasks.map((task) => taskOf(task, token)).join('')
  return `<section><h2>${escapeHtml(name)}</h2>${factsOf(facts)}${textOf(description)}${bar}${list && `<ul class="tasks">${list}</ul>`}</section>`
}

function faultOf(field: string, fault: string | undefined): { attributes: string; text: string } {
  if (fault === undefined) return { attributes: '', text: '' }
  return {
    attributes: ` aria-invalid="true" aria-describedby="${field}-fault"`,
    text: `<p class="fault" role="alert" id="${field}-fault">${escapeHtml(fault)}</p>`,
  }
}

function formOf(token: string, { author = '', text = '', faults = {} }: CommentDraft): string {
  const [name, comment] = [faultOf('author', faults.author), faultOf('text', faults.text)]
  return `<form class="write" method="post" action="/api/shared-plan/${token}/comment#comments">
<label for="author">Your name</label>
<input id="author" name="author" autocomplete="name" required maxlength="${planLimits.author}" value="${escapeHtml(author)}"${name.attributes}>${name.text}
<label for="text">Comment</label>
<textarea id="text" name="text" required maxlength="${planLimits.comment}"${comment.attributes}>
${escapeHtml(text)}</textarea>${comment.text}
<button type="submit">Send comment</button></form>`
}

function commentsOf({ mayComment, token, comments, draft, content }: SharedPage): string {
  if (!mayComment) return ''
  // Customers enter their names: the mark of the company is not theirs to write.
  const mark = ` <span class="team">${escapeHtml(content.company)}</span>`
  const written = comments.map(
    ({ author, userId, text, at }) =>
      `<li><p class="soft"><strong><bdi>${escapeHtml(author)}</bdi></strong>${userId === null ? '' : mark} · ${writtenDay(at.toISOString().slice(0, 10))}</p><p class="text" dir="auto">${escapeHtml(text)}</p></li>`,
  )
  const list = written.length === 0 ? '' : `<ul class="comments">${written.join('')}</ul>`
  return `<section id="comments"${list === '' ? ' class="screen"' : ''}><h2>Comments</h2>${list}${formOf(token, draft)}</section>`
}

/** The page of a shared plan. */
export function planPage(page: SharedPage): string {
  const { content, mayCheck, token, color } = page
  const { company, name, description, facts, items } = content
  const head = `<header><p class="company">${escapeHtml(company)}</p><h1>${escapeHtml(name)}</h1>${factsOf(facts)}${textOf(description)}</header>`
  const body = items.map((item) => itemOf(item, mayCheck ? token : null)).join('')
  // Browsers that show the page load it; programs that only read links don't.
  const seen = `<img class="seen" src="/api/shared-plan/${token}/seen.gif" alt="">`
  return pageOf(name, color, head + body + commentsOf(page) + seen)
}

/** What people see of a link that is no longer valid, or never was. */
export function closedPage(message: string): string {
  return pageOf('Link not valid', null, `<h1>Link not valid</h1><p>${escapeHtml(message)}</p>`)
}

/** A transparent picture of one pixel. */
export const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
