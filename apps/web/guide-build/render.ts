import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked, type Tokens } from 'marked'
import { guidePage, type Heading } from './page.ts'

/** The pages of the guide in their order, with the folder below /guide/ that each gets. */
const pages = [
  { file: 'README.md', address: '/guide/' },
  { file: 'work.md', address: '/guide/work/' },
  { file: 'tasks.md', address: '/guide/tasks/' },
  { file: 'success-plans.md', address: '/guide/success-plans/' },
  { file: 'surveys.md', address: '/guide/surveys/' },
  { file: 'scenarios.md', address: '/guide/scenarios/' },
  { file: 'webhooks.md', address: '/guide/webhooks/' },
]

const pathOf = (file: string): string => fileURLToPath(new URL(`../../../docs/use/${file}`, import.meta.url))
const source = (file: string): Buffer => readFileSync(pathOf(file))
const style = (): Buffer => readFileSync(fileURLToPath(new URL('./guide.css', import.meta.url)))

/** The files of the guide by their path in the build, which is also their address. */
export type GuideFiles = Map<string, string | Buffer>

/** Adds a file whose name has its hash, so that browsers keep it for a year. Returns its address. */
function addAsset(files: GuideFiles, name: string, content: Buffer): string {
  const { name: stem, ext } = posix.parse(name)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  const path = `assets/guide/${stem}-${hash}${ext}`
  files.set(path, content)
  return `/${path}`
}

/** The source of the same picture for readers of the dark theme, where there is one. */
function darkSource(href: string, files: GuideFiles): string {
  const dark = href.replace(/\.png$/, '-dark.png')
  if (!existsSync(pathOf(dark))) return ''
  return `<source srcset="${addAsset(files, dark, source(dark))}" media="(prefers-color-scheme: dark)" />`
}

/** The size in the header of a PNG file, so that nothing moves when it arrives. */
function sizeOf(png: Buffer): { width: number; height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function idOf(text: string, taken: readonly Heading[]): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  const isTaken = taken.some(({ id }) => id === plain)
  return isTaken ? `${plain}-${taken.length}` : plain
}

/** The address that a link of the sources has in the guide, or nothing where it leads out of the guide. */
function addressOf(href: string, files: GuideFiles): string | null {
  if (/^https?:/.test(href) || href.startsWith('#')) return href
  if (/^[\w-]+\.png$/.test(href)) return addAsset(files, href, source(href))
  const [file, anchor] = href.split('#')
  const page = pages.find((one) => one.file === file)
  if (!page) return null
  return anchor ? `${page.address}#${anchor}` : page.address
}

interface Rendered {
  headings: Heading[]
  html: string
}

function render(file: string, files: GuideFiles): Rendered {
  const headings: Heading[] = []
  const near = (): string => escaped(headings.at(-1)?.text ?? '')
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = idOf(text, headings)
        headings.push({ id, text, depth })
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`
      },
      image({ href, text }: Tokens.Image) {
        const { width, height } = sizeOf(source(href))
        const address = addressOf(href, files)
        const shown = `<img src="${address}" alt="${escaped(text)}" width="${width}" height="${height}" loading="lazy" />`
        const dark = darkSource(href, files)
        return dark ? `<picture>${dark}${shown}</picture>` : shown
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens)
        const address = addressOf(href, files)
        return address === null ? inner : `<a href="${escaped(address)}">${inner}</a>`
      },
      // Both scroll sideways on a phone, with the keyboard too.
      code({ text }: Tokens.Code) {
        const label = `Code: ${near()}`
        return `<pre tabindex="0" role="group" aria-label="${label}"><code>${escaped(text)}</code></pre>\n`
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], name: 'th' | 'td'): string => {
          const scope = name === 'th' ? ' scope="col"' : ''
          const inner = cells.map(
            ({ tokens }) => `<${name}${scope}>${this.parser.parseInline(tokens)}</${name}>`,
          )
          return `<tr>${inner.join('')}</tr>`
        }
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        const table = `<table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table>`
        return `<div class="wide" tabindex="0" role="group" aria-label="Table: ${near()}">${table}</div>\n`
      },
    },
  })
  return { html: marked.parse(source(file).toString('utf8'), { async: false }), headings }
}

/** Renders docs/use as pages below /guide/, with the pictures that they show and their style sheet. */
export function renderGuide(): GuideFiles {
  const files: GuideFiles = new Map()
  const styleAddress = addAsset(files, 'guide.css', style())
  const rendered = pages.map(({ file, address }) => ({ address, ...render(file, files) }))
  const titles = rendered.map(({ address, headings }) => ({ address, title: headings[0]?.text ?? '' }))
  for (const { address, html, headings } of rendered) {
    files.set(
      `${address.slice(1)}index.html`,
      guidePage({ address, html, headings, pages: titles, styleAddress }),
    )
  }
  return files
}
