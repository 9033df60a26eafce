/** The content of a mail, from which its text and HTML are rendered. Its values are not escaped yet. */
export interface MailContent {
  /** `en` unless told. */
  language?: string
  subject: string
  heading: string
  /** Before what is to be done. */
  paragraphs: readonly string[]
  /** Something to be read off and typed in. */
  code?: string
  /** Label and value, one below the other. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** Sentences, each with its own link. */
  items?: readonly { text: string; href: string }[]
  /** A row of short labels, each with its own link. */
  scale?: Scale
  /** `orOpen` comes before its address; in English unless told. */
  button?: { label: string; href: string; orOpen?: string }
  /** After it: how long it is good for, what to do if it was not you. */
  closing: readonly string[]
  /** How to get no more of such mails. */
  leave?: { label: string; href: string }
}

interface Scale {
  /** What its ends mean. */
  low: string
  high: string
  steps: readonly { label: string; href: string }[]
}

export interface RenderedMail {
  text: string
  html: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => entities[character] as string)
}

/** Control characters would end a header or a line. */
export function onOneLine(value: string): string {
  return value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

const scaleText = ({ low, high, steps }: Scale): string =>
  [
    ...(low || high ? [`${steps[0]?.label} = ${low}, ${steps.at(-1)?.label} = ${high}`] : []),
    ...steps.map(({ label, href }) => `${label}: ${href}`),
  ].join('\n')

function textOf(content: MailContent, sender: string): string {
  const { heading, paragraphs, code, facts, items, scale, button, closing, leave } = content
  const parts = [
    heading,
    ...paragraphs,
    ...(facts ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(code ? [`    ${code}`] : []),
    ...(items ?? []).map(({ text, href }) => `${text}\n${href}`),
    ...(scale ? [scaleText(scale)] : []),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...closing,
    ...(leave ? [`${leave.label}:\n${leave.href}`] : []),
    `-- \n${sender}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const monospace = "font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace"

// Clients that know dark mode take these; the others keep the inline styles.
const darkStyles = `@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important }
  .card { background: #22252c !important; border-color: #363a44 !important }
  .strong { color: #f2f4f8 !important }
  .plain { color: #d0d5df !important }
  .faint { color: #9aa2b1 !important }
  .code { background: #2d313a !important; color: #f2f4f8 !important }
  .link { color: #9db8ff !important }
}`

function paragraphHtml(text: string, kind: 'plain' | 'faint'): string {
  const [color, size] = kind === 'plain' ? ['#333a47', 16] : ['#6b7280', 14]
  return `<p class="${kind}" style="margin:0 0 16px;color:${color};font-size:${size}px;line-height:1.5">${escapeHtml(text)}</p>`
}

function codeHtml(code: string): string {
  return `<p class="code" style="margin:8px 0 24px;padding:16px;background:#f1f3f7;color:#16181d;border-radius:8px;${monospace};font-size:24px;letter-spacing:2px;text-align:center;word-break:break-all">${escapeHtml(code)}</p>`
}

function factsHtml(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="faint" style="padding:4px 16px 4px 0;color:#6b7280;font-size:14px;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td class="strong" style="padding:4px 0;color:#16181d;font-size:16px;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-collapse:collapse">${rows.join('')}</table>`
}

function buttonHtml({
  label,
  href,
  orOpen = 'Or open this address:',
}: NonNullable<MailContent['button']>): string {
  const address = escapeHtml(href)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="#2f54d1" style="border-radius:8px;background:#2f54d1"><a href="${address}" style="display:inline-block;padding:12px 24px;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="faint" style="margin:0 0 24px;color:#6b7280;font-size:14px;line-height:1.5">${escapeHtml(orOpen)}<br><a class="link" href="${address}" style="color:#2f54d1;word-break:break-all">${address}</a></p>`
}

function scaleHtml({ low, high, steps }: Scale): string {
  const cell = ({ label, href }: Scale['steps'][number]): string =>
    `<td align="center" style="padding:2px"><a class="code" href="${escapeHtml(href)}" style="display:block;padding:10px 0;min-width:32px;background:#f1f3f7;color:#16181d;border-radius:8px;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td>`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0"><tr>${steps.map(cell).join('')}</tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr><td class="faint" style="color:#6b7280;font-size:13px">${escapeHtml(low)}</td><td class="faint" align="right" style="color:#6b7280;font-size:13px">${escapeHtml(high)}</td></tr></table>`
}

function itemHtml({ text, href }: { text: string; href: string }): string {
  return `<p class="plain" style="margin:0 0 12px;color:#333a47;font-size:16px;line-height:1.5"><a class="link" href="${escapeHtml(href)}" style="color:#2f54d1;text-decoration:none">${escapeHtml(text)}</a></p>`
}

function leaveHtml({ label, href }: NonNullable<MailContent['leave']>): string {
  return `<p class="faint" style="margin:0;font-size:14px;line-height:1.5"><a class="faint" href="${escapeHtml(href)}" style="color:#6b7280">${escapeHtml(label)}</a></p>`
}

function htmlOf(content: MailContent, sender: string): string {
  const {
    language = 'en',
    subject,
    heading,
    paragraphs,
    code,
    facts,
    items,
    scale,
    button,
    closing,
    leave,
  } = content
  const parts = [
    `<h1 class="strong" style="margin:0 0 24px;color:#16181d;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => paragraphHtml(text, 'plain')),
    ...(facts ? [factsHtml(facts)] : []),
    ...(code ? [codeHtml(code)] : []),
    ...(items ?? []).map(itemHtml),
    ...(scale ? [scaleHtml(scale)] : []),
    ...(button ? [buttonHtml(button)] : []),
    ...closing.map((text) => paragraphHtml(text, 'faint')),
    ...(leave ? [leaveHtml(leave)] : []),
  ]
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f8">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f8"><tr><td align="center" style="padding:32px 16px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e2e5ec;border-radius:12px"><tr><td style="padding:32px;${font};text-align:left">
${parts.join('\n')}
</td></tr></table>
<p class="faint" style="margin:16px 0 0;color:#6b7280;${font};font-size:13px">${escapeHtml(sender)}</p>
</td></tr></table>
</body>
</html>
`
}

/** Text and HTML of a mail; `sender` is below both. Every value is escaped. */
export function renderMail(content: MailContent, sender: string): RenderedMail {
  return { text: textOf(content, sender), html: htmlOf(content, sender) }
}
