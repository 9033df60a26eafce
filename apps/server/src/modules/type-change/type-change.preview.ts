import type { ChangeType, TypeChangePreview } from '@steward/contracts/type-change/type-change'
import type { DataType } from '@steward/contracts/data-type'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CatalogueField } from '../field/index.ts'
import { guessForm, type GuessedForm } from '../sheet/index.ts'
import {
  openConverter,
  type Converted,
  type Converter,
  type ConverterNeighbours,
} from './type-change.converter.ts'
import { countValues } from './type-change.store.ts'

/** Values that are shown of each outcome. */
const examples = 8
const mostOptions = 50

type Form = Pick<ChangeType, 'numberFormat' | 'dateFormat'>

export interface Plan {
  level: LevelId
  field: CatalogueField
  wish: ChangeType
}

interface Judged extends Converted {
  records: number
}

const sumOf = (judged: readonly Judged[]): number => judged.reduce((sum, { records }) => sum + records, 0)

/** New options have numbers below zero; texts that are numbers have none. */
function newOptionsOf(judged: readonly Judged[], { optionText }: Converter): string[] {
  const ids = judged.flatMap(({ value }) => [value].flat()).filter((id) => typeof id === 'number' && id < 0)
  return [...new Set(ids)].flatMap((id) => optionText(id as number) ?? [])
}

/** How the texts of a field write numbers and days: as asked for, else as they suggest. */
async function formOf(
  db: Db,
  actor: Actor,
  { level, field }: Plan,
): Promise<{ guess: GuessedForm; values: Awaited<ReturnType<typeof countValues>> }> {
  const values = await countValues(db, { tenantId: actor.tenantId, level, key: field.key })
  const texts = field.kind === 'text' ? values.map(({ value }) => String(value)) : []
  return { guess: guessForm(texts), values }
}

function chosenForm({ numberFormat, dateFormat }: Form, guess: GuessedForm): Form {
  const number = numberFormat ?? guess.numberFormat ?? undefined
  const date = dateFormat ?? guess.dateFormat ?? undefined
  return { ...(number && { numberFormat: number }), ...(date && { dateFormat: date }) }
}

/** Converts the values for a preview. Nothing is written. */
export async function previewChange(
  db: Db,
  actor: Actor,
  neighbours: ConverterNeighbours,
  plan: Plan & { records: number },
): Promise<{ preview: TypeChangePreview; form: Form }> {
  const { level, field, wish, records } = plan
  const to = wish.dataType as DataType
  const { guess, values } = await formOf(db, actor, plan)
  const form = chosenForm(wish, guess)
  const converter = await openConverter(neighbours, actor, { level, from: field, to, form })
  const results = await converter.convert(
    db,
    values.map(({ value }) => value),
  )
  const judged = results.map((one, at): Judged => ({ ...one, records: values[at]?.records ?? 0 }))
  const [good, bad] = [judged.filter(({ message }) => !message), judged.filter(({ message }) => message)]
  const options = newOptionsOf(good, converter)
  const isDated = to === 'date' && field.kind === 'text'
  const isNumeric = ['number', 'percentage', 'currency'].includes(to) && field.kind === 'text'
  return {
    form,
    preview: {
      customColumnId: field.fieldId as number,
      fromType: field.dataType,
      dataType: to,
      records,
      checked: sumOf(judged),
      converts: sumOf(good),
      blank: sumOf(bad),
      converted: good
        .slice(0, examples)
        .map(({ from, to: into, records: n }) => ({ from, to: into, records: n })),
      blanks: bad
        .slice(0, examples)
        .map(({ from, message, records: n }) => ({ from, message: message ?? '', records: n })),
      newOptions: options.slice(0, mostOptions),
      newOptionCount: options.length,
      numberFormat: isNumeric ? (form.numberFormat ?? '1,234.56') : null,
      dateFormat: isDated ? (form.dateFormat ?? null) : null,
      otherDateFormats: isDated ? guess.otherDateFormats : [],
    },
  }
}
