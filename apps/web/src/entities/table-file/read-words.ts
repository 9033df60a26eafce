import { numberText } from '../../ui/reader.ts'
import type { Detection, TableSettings } from './table-file.calls.ts'

/** The encodings as people know them. */
export const encodingNames: Record<TableSettings['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Western European (Windows)',
  'iso-8859-1': 'Western European (ISO 8859-1)',
  'iso-8859-15': 'Western European with € (ISO 8859-15)',
  'windows-1250': 'Central European (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  macintosh: 'Western European (old Mac)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  'euc-kr': 'Korean (EUC)',
  gb18030: 'Chinese, simplified (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
}

export const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'comma ,',
  ';': 'semicolon ;',
  '\t': 'tab',
  '|': 'bar |',
  ':': 'colon :',
  ' ': 'space',
}

export const quoteNames: Readonly<Record<string, string>> = {
  '"': 'double quotes "…"',
  "'": "single quotes '…'",
  '': 'nothing',
}

/** The names as choices; a value that has no name stands for itself. */
export function optionsOf<V extends string>(
  names: Readonly<Record<string, string>>,
  value: V,
): { value: V; label: string }[] {
  const known = Object.entries(names).map(([key, label]) => ({ value: key as V, label }))
  return value in names ? known : [...known, { value, label: value }]
}

/** How the file was read, in a sentence. */
export function readingText({ settings, columns, estimatedRows, reading }: Detection): string {
  const size = `${reading ? 'About ' : ''}${numberText(estimatedRows)} rows with ${numberText(columns.length)} ${columns.length === 1 ? 'column' : 'columns'}`
  if (settings.format === 'xlsx')
    return `${size}${settings.sheet ? ` on the sheet “${settings.sheet}”` : ''}.`
  const delimiter = delimiterNames[settings.delimiter] ?? settings.delimiter
  return `${size}, written in ${encodingNames[settings.encoding]}, with ${delimiter.split(' ')[0]}s between them.`
}
