import path from 'node:path'
import { TableError } from '../table.contract.ts'
import { openArchive, type Archive, type ArchiveLimits } from './xlsx.archive.ts'
import { numberKind, type NumberKind } from './xlsx.values.ts'
import { parseWhole } from './xlsx.xml.ts'

export interface Sheet {
  name: string
  entry: string
  hidden: boolean
}

export interface Workbook {
  archive: Archive
  sheets: Sheet[]
  from1904: boolean
  /** The kind of number by the style of a cell. */
  kinds: NumberKind[]
  stringsEntry: string
}

interface Relation {
  type: string
  target: string
}

/** Opens a workbook; close its archive when done. Throws TableError. */
export async function openWorkbook(file: string, limits?: ArchiveLimits): Promise<Workbook> {
  const archive = await openArchive(file, limits)
  try {
    return await readWorkbook(archive)
  } catch (error) {
    archive.close()
    throw error
  }
}

async function readWorkbook(archive: Archive): Promise<Workbook> {
  const root = await relations(archive, '_rels/.rels', '')
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (!archive.has(main) || !/workbook[^/]*\.xml$/i.test(main)) throw notWorkbook(archive, main)
  const folder = path.posix.dirname(main)
  const links = await relations(archive, `${folder}/_rels/${path.posix.basename(main)}.rels`, folder)
  const sheets: Sheet[] = []
  let from1904 = false
  await parseWhole(archive, main, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') from1904 = isTrue(attributes['date1904'])
      if (tag !== 'sheet') return
      const link = links.get(attributes['r:id'] ?? prefixed(attributes, ':id') ?? '')
      // chart sheets and dialogs hold no cells
      if (link?.type !== 'worksheet') return
      const hidden = attributes['state'] !== undefined && attributes['state'] !== 'visible'
      sheets.push({ name: attributes['name'] ?? `Sheet ${sheets.length + 1}`, entry: link.target, hidden })
    },
  })
  if (sheets.length === 0) throw new TableError('no_rows', 'The workbook has no sheet with cells.')
  const linked = (type: string) => [...links.values()].find((link) => link.type === type)?.target ?? ''
  const kinds = await numberKinds(archive, linked('styles'))
  return { archive, sheets, from1904, kinds, stringsEntry: linked('sharedStrings') }
}

async function relations(archive: Archive, entry: string, folder: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>()
  if (!archive.has(entry)) return found
  await parseWhole(archive, entry, {
    open: (tag, { Id = '', Type = '', Target = '' }) => {
      if (tag !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : path.posix.join(folder, Target)
      found.set(Id, { type: path.posix.basename(Type), target })
    },
  })
  return found
}

async function numberKinds(archive: Archive, entry: string): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const kinds: NumberKind[] = []
  let inCells = false
  if (!archive.has(entry)) return kinds
  await parseWhole(archive, entry, {
    open: (tag, attributes) => {
      const id = Number(attributes['numFmtId'])
      if (tag === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
      else if (tag === 'cellXfs') inCells = true
      else if (tag === 'xf' && inCells) kinds.push(numberKind(id, codes.get(id)))
    },
    close: (tag) => {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return kinds
}

function prefixed(attributes: Record<string, string>, ending: string): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(ending))?.[1]
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function notWorkbook(archive: Archive, main: string): TableError {
  if (archive.has('xl/workbook.bin')) {
    const what = 'This is a binary Excel workbook (.xlsb).'
    return new TableError('unsupported', `${what} Open it in Excel, save it as .xlsx, and upload that.`)
  }
  const kind = archive.has('content.xml') || archive.has(main) ? 'another kind of document' : 'a ZIP archive'
  const what = `This is ${kind}, not an Excel workbook.`
  return new TableError('unsupported', `${what} Upload the CSV or .xlsx file itself.`)
}

/** The sheet of that name, or the first one that is not hidden. Throws TableError. */
export function chooseSheet(sheets: Sheet[], name: string | undefined): Sheet {
  const wanted =
    name === undefined ? sheets.find(({ hidden }) => !hidden) : sheets.find((one) => one.name === name)
  const sheet = wanted ?? (name === undefined ? sheets[0] : undefined)
  if (sheet) return sheet
  const names = sheets.map((one) => `"${one.name}"`).join(', ')
  throw new TableError('unsupported', `The workbook has no sheet "${name}". It has ${names}.`)
}
