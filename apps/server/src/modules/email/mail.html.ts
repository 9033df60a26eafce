import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'

const require = createRequire(import.meta.url)

/** Loaded with the first mail: it brings a parser of HTML and one of style sheets. */
const sanitize = (html: string, rules: sanitizeHtml.IOptions): string =>
  (require('sanitize-html') as typeof sanitizeHtml)(html, rules)

/** The marks that we put on what a mail quotes, so that a reader can fold it. */
const quoted = 'data-quoted'
const quotedRest = 'data-quoted-rest'

const quoteClasses =
  /(?:^|\s)(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|steward_quote)(?:\s|$)/
const restIds = new Set(['divRplyFwdMsg', 'appendonsend', 'x_divRplyFwdMsg', 'x_appendonsend'])

/** By what the usual programs mark what they quote. */
function markQuote(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { class: classes = '', id = '', type } = attribs
  const isQuote = quoteClasses.test(classes) || (tagName === 'blockquote' && type === 'cite')
  const { [quoted]: _, [quotedRest]: __, ...rest } = attribs
  if (restIds.has(id)) return { tagName, attribs: { ...rest, [quotedRest]: '1' } }
  return { tagName, attribs: isQuote ? { ...rest, [quoted]: '1' } : rest }
}

/** Values that load nothing and cover nothing of the page around. */
const harmless = [/^(?!.*(?:url|expression|image-set|element|attr|var)\s*\()[^\\@;{}]{1,300}$/is]

const styles = [
  'background-color',
  'color',
  'font',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'line-height',
  'letter-spacing',
  'text-align',
  'text-decoration',
  'text-indent',
  'text-transform',
  'vertical-align',
  'white-space',
  'direction',
  'width',
  'max-width',
  'min-width',
  'height',
  'border-collapse',
  'border-spacing',
  'list-style-type',
  ...['margin', 'padding', 'border'].flatMap((name) => [
    name,
    ...['top', 'right', 'bottom', 'left'].map((side) => `${name}-${side}`),
  ]),
  'border-color',
  'border-radius',
  'border-style',
  'border-width',
]

const tableAttributes = Object.fromEntries(
  ['table', 'td', 'th', 'col', 'colgroup', 'tr'].map((tag) => [
    tag,
    ['width', 'height', 'border', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'span'],
  ]),
)

/** The HTML elements and attributes that an email may contain. */
const tags = [
  'a abbr address article b bdi bdo big blockquote br caption center cite code',
  'col colgroup dd del details div dl dt em figcaption figure font footer h1',
  'h2 h3 h4 h5 h6 header hr i img ins kbd li main mark',
  'ol p pre q s samp section small span strike strong sub summary sup',
  'table tbody td tfoot th thead tr tt u ul',
].join(' ')

const pictureAddress = /^(?:https?:\/\/|cid:|data:image\/(?:png|jpe?g|gif|webp);base64,)/i

const options: sanitizeHtml.IOptions = {
  allowedTags: tags.split(' '),
  allowedAttributes: {
    '*': ['style', 'align', 'valign', 'bgcolor', 'dir', 'lang', 'title', quoted, quotedRest],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'border'],
    font: ['color', 'face', 'size'],
    ol: ['start', 'type'],
    ...tableAttributes,
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  allowProtocolRelative: false,
  allowedStyles: { '*': Object.fromEntries(styles.map((name) => [name, harmless])) },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'svg', 'math'],
  disallowedTagsMode: 'discard',
  nestingLimit: 200,
  transformTags: {
    '*': markQuote,
    a: (tagName, { href, title }) => ({
      tagName,
      attribs: {
        ...(href && /^(?:https?:|mailto:|tel:)/i.test(href.trim()) ? { href } : {}),
        ...(title ? { title } : {}),
        target: '_blank',
        rel: 'noopener noreferrer nofollow',
      },
    }),
    // To leave such a picture out would copy all the text before it, for each of them.
    img: (tagName, { src = '', ...attribs }) => ({
      tagName,
      attribs: pictureAddress.test(src) ? { ...attribs, src } : attribs,
    }),
  },
}

/** What is cleaned at once of the HTML of a mail: each tag costs more than many characters. */
const cleaningLimits = { characters: 300_000, tags: 10_000 } as const

/** As much of a mail's HTML as is read: a longer one is cut. */
export function readableHtml(html: string): string {
  let at = -1
  for (let passed = 0; passed <= cleaningLimits.tags; passed += 1) {
    at = html.indexOf('<', at + 1)
    if (at === -1) break
  }
  return html.slice(0, Math.min(at === -1 ? html.length : at, cleaningLimits.characters))
}

/** HTML of a mail with nothing in it that runs, loads by itself but pictures, or is sent anywhere. */
export function cleanHtml(html: string): string {
  return sanitize(html.replaceAll('\u0000', '').toWellFormed(), options)
}

const blockEnd = /<\/(?:p|div|tr|li|h[1-6]|blockquote|table|pre)>|<br\s*\/?>/gi
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The text of cleaned HTML, a line for each of its blocks. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(blockEnd, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] as string)
    .replaceAll(/[ \t\u00A0]*\n[ \t\u00A0]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Where a picture from elsewhere begins in HTML that has been cleaned. */
const elsewhere = /(<img[^>]*?\s)src="(https?:[^"]*)"/gi

/** Whether it contains remote images; those of ours, below `base`, are none. */
export function hasPicturesFromElsewhere(html: string, base: string): boolean {
  const ours = `${base}/api/file-management/images/`
  return [...html.matchAll(elsewhere)].some(([, , address = '']) => !address.startsWith(ours))
}

/** Whether it has nothing that its text alone would not show as well. */
export function isPlain(html: string): boolean {
  const rest = html.replaceAll(/<\/?(?:p|br|div|blockquote)(?: data-quoted(?:-rest)?="1")?(?: \/)?>/g, '')
  return !rest.includes('<')
}

export function hasQuote(html: string): boolean {
  return html.includes(`${quoted}="1"`) || html.includes(`${quotedRest}="1"`)
}

/** A picture that can be shown: of ours or from the mail itself. */
export type PictureAddress = (contentId: string) => string | undefined

/** Cleaned HTML with the pictures that the mail itself brings; those that are not there lose their address. */
export function withOwnPictures(html: string, own: PictureAddress): string {
  return html.replaceAll(/(<img[^>]*?\s)src="cid:([^"]*)"/gi, (_, before: string, id: string) => {
    const address = own(decodeURIComponentSafely(id.replaceAll('&amp;', '&')))
    return address ? `${before}src="${address}"` : before
  })
}

/** Cleaned HTML with pictures from elsewhere only where they are wanted; those of ours, below `base`, always. */
export function withPictures(html: string, pictures: boolean, base: string): string {
  const ours = `${base}/api/file-management/images/`
  return html.replaceAll(elsewhere, (whole, before: string, address: string) => {
    if (address.startsWith(ours)) return `${before}src="${address.slice(base.length)}"`
    return pictures ? whole : `${before}data-left-out="1"`
  })
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const look = `:root{color-scheme:light}html{background:#fff;color:#1a1d24}
body{margin:0;padding:12px;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
img{max-width:100%;height:auto}img[data-left-out]{border:1px dashed #838a99;min-width:16px;min-height:16px}
table{max-width:100%}pre{white-space:pre-wrap}blockquote{margin:0 0 0 4px;padding-left:12px;border-left:2px solid #e6e8ec}
:root:not(.open) [${quoted}],:root:not(.open) [${quotedRest}],:root:not(.open) [${quotedRest}]~*{display:none}`

/** The page that shows a mail in a frame. */
export function pageOf(html: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>E-mail</title><style>${look}</style></head><body>${html}</body></html>`
}

/**
 * What such a page may do. Scripts run by none of four ways: they were taken out, no source of them is
 * allowed, the sandbox of the answer forbids them, and so does that of the frame.
 */
export function pagePolicy(pictures: boolean): string {
  return [
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src 'self' data:${pictures ? ' https: http:' : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}
