// What the browser has to load before a screen works, compressed. The sums follow the manifest of the
// build: a route loads its chunks, what these import, and their style sheets.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { at } from '../lib/root.mjs'
import { ensureWebBuilt } from '../lib/web-build.mjs'

const dist = at('apps/web/dist')
const bytesPerKilobyte = 1000

const entry = 'index.html'
const levelFrame = [entry, 'src/shell/shell.tsx', 'src/shell/level-screens.tsx']

/** The most kilobytes for the screens that are met first and most. */
const mostOfScreens = { 'sign-in': 120, list: 215, board: 225, 'record-page': 235 }
const screens = JSON.parse(readFileSync(at('apps/web/screens.json'), 'utf8'))
const totals = Object.entries(mostOfScreens).map(([name, most]) => ({
  name,
  most,
  chunks: [entry, ...screens[name].map((file) => `src/${file}`)],
}))
const mostOfOwn = 45
const mostStyles = 20
const mostFont = 50
/** What surveys cost pages that are not ours, and people on a phone. */
const mostSnippet = 15
const mostSurveyPage = 15
/** The longest page of the guide with its styles, before its pictures. */
const mostGuide = 20

const sizes = new Map()

function compressedSize(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).byteLength)
  return sizes.get(file)
}

function chunkOf(manifest, name) {
  if (manifest[name]) return manifest[name]
  throw new Error(
    `The build has no chunk ${name}; name the chunk that took its place in scripts/check/web-size.mjs`,
  )
}

/** The chunks that come with some others, themselves included. */
function closureOf(manifest, names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    closureOf(manifest, chunkOf(manifest, name).imports ?? [], found)
  }
  return found
}

/** Chunks that import each other in a circle, if any do: one of them would run before what it needs. */
function findCircle(manifest) {
  const done = new Set()
  const visit = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return null
    for (const next of manifest[name].imports ?? []) {
      const circle = visit(next, [...path, name])
      if (circle) return circle
    }
    done.add(name)
    return null
  }
  for (const name of Object.keys(manifest)) {
    const circle = visit(name, [])
    if (circle) return circle.map((one) => manifest[one].file)
  }
  return null
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

function scriptSize(manifest, names) {
  return sum([...names].map((name) => compressedSize(chunkOf(manifest, name).file)))
}

/** The routes without a total of their own: what only they load, of all that pages load. */
function ownSizes(manifest) {
  const pages = Object.keys(manifest).filter(
    (name) => name.endsWith('.page.tsx') && manifest[name].isDynamicEntry,
  )
  const closures = new Map(pages.map((page) => [page, closureOf(manifest, [page])]))
  const framed = closureOf(manifest, levelFrame)
  const named = new Set(totals.flatMap(({ chunks }) => chunks))
  const isElsewhere = (chunk, page) =>
    framed.has(chunk) || pages.some((other) => other !== page && closures.get(other).has(chunk))
  return pages
    .filter((page) => !named.has(page))
    .map((page) => {
      const own = [...closures.get(page)].filter((chunk) => !isElsewhere(chunk, page))
      const name = page.split('/').at(-1).replace('.page.tsx', '')
      return { name: `${name}, its own`, most: mostOfOwn, size: scriptSize(manifest, own) }
    })
}

function styleSize(manifest) {
  const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  return sum([...files].map(compressedSize))
}

/** The font that index.html preloads; it is compressed as it is. */
function fontSize() {
  const file = /href="\/(\S+\.woff2)"/.exec(readFileSync(join(dist, entry), 'utf8'))?.[1]
  if (!file) throw new Error('index.html preloads no font')
  return statSync(join(dist, file)).size
}

/** The script of the page that people without a sign-in answer on. */
function surveyPageScript() {
  const file = /src="\/(assets\/survey-\S+\.js)"/.exec(readFileSync(join(dist, 'survey.html'), 'utf8'))?.[1]
  if (!file) throw new Error('survey.html loads no script')
  return file
}

/** The first page of the guide, and the style sheet that it names. */
function guideSize() {
  const page = 'guide/index.html'
  const style = /href="\/(\S+\.css)"/.exec(readFileSync(join(dist, page), 'utf8'))?.[1]
  if (!style) throw new Error('The guide has no style sheet')
  return compressedSize(page) + compressedSize(style)
}

function rowText({ name, size, most }) {
  const kilobytes = (size / bytesPerKilobyte).toFixed(1)
  const note = size > most * bytesPerKilobyte ? '  too much' : ''
  return `${name.padEnd(24)} ${kilobytes.padStart(6)} KB  of ${String(most).padStart(3)}${note}`
}

/** Resolves with `{ ok, output, summary }`. Builds the web application when it is not current. */
export async function checkWebSize() {
  await ensureWebBuilt()
  const path = join(dist, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error('The build of the web application has no manifest')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  const circle = findCircle(manifest)
  if (circle)
    return { ok: false, output: circle.join(' → '), summary: 'chunks import each other in a circle' }
  const rows = [
    ...totals.map(({ name, most, chunks }) => ({
      name,
      most,
      size: scriptSize(manifest, closureOf(manifest, chunks)),
    })),
    ...ownSizes(manifest),
    { name: 'Style sheets, all', most: mostStyles, size: styleSize(manifest) },
    { name: 'Survey snippet', most: mostSnippet, size: compressedSize('survey-snippet.js') },
    { name: 'Survey page', most: mostSurveyPage, size: compressedSize(surveyPageScript()) },
    { name: 'Guide', most: mostGuide, size: guideSize() },
    { name: 'Font', most: mostFont, size: fontSize() },
  ]
  const table = rows.map(rowText).join('\n')
  const isWithin = rows.every(({ size, most }) => size <= most * bytesPerKilobyte)
  return {
    ok: isWithin,
    output: table,
    summary: isWithin ? table.replaceAll(/^/gm, '\n    ').replaceAll('\n\n', '\n') : 'too much to load',
  }
}
