import { referredLevel } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { ImportConfig } from '@steward/contracts/sheet'
import { invalid } from '../../platform/errors.ts'
import type { Catalogue } from '../field/index.ts'

/** One file, or a sheet of a workbook, and what its rows are. */
export interface ImportPart {
  level: LevelId
  config: ImportConfig
  /** Whether it fills the fields by which the rows of its file name one another. */
  linksRows?: boolean
}

/** Whether a column names records of the very level that is imported, which other rows of the file may create. */
function linksRows(target: string | null, catalogue: Catalogue, { key }: ImportConfig): boolean {
  const field = target === null ? undefined : catalogue.find(target)
  if (!field || key.some((name) => catalogue.find(name) === field)) return false
  return referredLevel(field.dataType) === catalogue.level
}

/**
 * The parts of one file. Where its rows name one another, the first part leaves these columns out, and a second one
 * fills them once all rows have their records. That takes a key; and rows that find a record are left alone where
 * records are only created.
 */
export function partsOf({ level, config }: ImportPart, catalogue: Catalogue): ImportPart[] {
  const links = config.columns.filter(({ target }) => linksRows(target, catalogue, config))
  if (links.length === 0 || config.key.length === 0 || config.mode !== 'createOrUpdate') {
    return [{ level, config }]
  }
  const keys = new Set(config.key.map((name) => catalogue.find(name)))
  const isOfKey = ({ target }: ImportConfig['columns'][number]) =>
    target !== null && keys.has(catalogue.find(target))
  const linking: ImportConfig = {
    ...config,
    columns: config.columns.filter((column) => isOfKey(column) || links.includes(column)),
    mode: 'update',
    missingRecords: 'leave',
    missingValues: {},
    newFields: [],
    defaults: {},
  }
  return [
    { level, config: { ...config, columns: config.columns.filter((column) => !links.includes(column)) } },
    { level, config: linking, linksRows: true },
  ]
}

/** Files in the order in which they are imported: parents come before what belongs to them. Throws `invalid_input`. */
export function inOrder<Part extends Pick<ImportPart, 'level'>>(parts: readonly Part[]): Part[] {
  for (const [at, { level }] of parts.entries()) {
    if (parts.slice(0, at).every((other) => other.level !== level)) continue
    throw invalid('bulk.parts', {
      [`parts.${at}.level`]: 'Two files have rows of the same level. Import one of them by itself.',
    })
  }
  return parts.toSorted((a, b) => a.level - b.level)
}
