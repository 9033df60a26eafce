import { zip, type ZipPart } from './file.fixture.ts'

interface WorkbookParts {
  /** The sheet data of each sheet by its name. */
  sheets: Record<string, string>
  /** The items of the shared strings, as XML. */
  strings?: string
  /** The codes of number formats; cell style n (from 1) has the nth. */
  formats?: string[]
  from1904?: boolean
  hidden?: string[]
  /** Is before the root element of each sheet. */
  prolog?: string
  sheetSize?: number
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a small workbook. */
export function workbookParts(parts: WorkbookParts): ZipPart[] {
  const names = Object.keys(parts.sheets)
  const sheetTag = (name: string, at: number) => {
    const state = parts.hidden?.includes(name) ? ' state="hidden"' : ''
    return `<sheet name="${name}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`
  }
  const links = names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
  links.push(
    relation('rIdS', 'styles', '/xl/styles.xml'),
    relation('rIdT', 'sharedStrings', 'sharedStrings.xml'),
  )
  const properties = parts.from1904 ? '<workbookPr date1904="1"/>' : ''
  const formats = (parts.formats ?? []).map(
    (code, at) => `<numFmt numFmtId="${at + 200}" formatCode="${code}"/>`,
  )
  const styles = (parts.formats ?? []).map((_, at) => `<xf numFmtId="${at + 200}"/>`)
  return [
    { name: '_rels/.rels', content: relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]) },
    { name: 'xl/_rels/workbook.xml.rels', content: relations(links) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${names.map(sheetTag).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet xmlns="${main}"><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${main}">${parts.strings ?? ''}</sst>` },
    ...names.map((name, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `${parts.prolog ?? ''}<worksheet xmlns="${main}"><sheetData>${parts.sheets[name]}</sheetData></worksheet>`,
      claimedSize: parts.sheetSize,
    })),
  ]
}

export function workbook(parts: WorkbookParts): Buffer {
  return zip(workbookParts(parts))
}

/** A row of inline strings. */
export function textRow(line: number, cells: string[]): string {
  const tags = cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`)
  return `<row r="${line}">${tags.join('')}</row>`
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
}

function relations(list: string[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
}
