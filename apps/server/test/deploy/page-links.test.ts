import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

async function pagesBelow(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true })
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name))
}

const top = (await readdir(root)).filter((name) => name.endsWith('.md'))
const pages = [...top, 'bench/README.md', 'apps/web/README.md', ...(await pagesBelow('docs'))]

/** Text without what is in code, where brackets are no links. */
const prose = (text: string) => text.replaceAll(/```[\s\S]*?```|`[^`]*`|^ {4}.*$/gm, '')

/** What a heading is linked to by, as forges make it. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

async function anchorsOf(page: string): Promise<string[]> {
  const text = await readFile(page, 'utf8')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))
}

/** Why a link leads nowhere; undefined when it leads somewhere. */
async function faultOf(page: string, link: string): Promise<string | undefined> {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(root, page) : join(root, dirname(page), path)
  const found = await stat(target).catch(() => undefined)
  if (!found) return `${link} is not there`
  if (anchor === undefined || !target.endsWith('.md')) return undefined
  return (await anchorsOf(target)).includes(anchor) ? undefined : `${link} has no such heading`
}

it.each(pages)('the links of %s lead somewhere', async (page) => {
  const text = prose(await readFile(join(root, page), 'utf8'))
  const links = [...text.matchAll(/\]\(<?([^)>\s]+)>?[^)]*\)/g)].map(([, link]) => link as string)
  const ours = links.filter((link) => !/^[a-z]+:/.test(link))
  const faults = await Promise.all(ours.map((link) => faultOf(page, link)))
  expect(faults.filter(Boolean)).toEqual([])
})

it('the index of operating names every page', async () => {
  const index = await readFile(join(root, 'docs/operate/README.md'), 'utf8')
  for (const page of await pagesBelow('docs/operate'))
    if (!page.endsWith('README.md')) expect(index).toContain(`(${relative('docs/operate', page)})`)
})
