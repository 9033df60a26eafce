import type { FieldValue } from '@steward/contracts/value'
import type { LevelField } from '../../field/index.ts'
import { HealthBadge } from '../../health/index.ts'
import { formatNumber, parseNumber } from '../../../ui/number-text.ts'
import { forReader, scoreText } from '../../../ui/reader.ts'
import type { ValueType } from './value-type.ts'

const numbers = forReader(({ locale }) => new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }))

const text = (value: FieldValue): string =>
  typeof value === 'number' ? numbers().format(value) : String(value)

const yearWords =
  /(?:^|[^\p{L}])(?:year|founded|established|jahr|gründungsjahr|année|año|anno)(?:$|[^\p{L}])/iu

const isYear = (value: FieldValue, label: string): boolean =>
  Number.isInteger(value) && Number(value) >= 1000 && Number(value) < 3000 && yearWords.test(label)

/** IDs and years are no amounts, and are written without separators. */
const textOf = (value: FieldValue, { name, displayName }: LevelField): string =>
  name === 'system:internalId' || isYear(value, displayName) ? String(value) : text(value)

const percentText = (value: FieldValue): string => `${text(value)}%`

/** A number that is typed with others below it: figures of one width, at the end of the column. */
const drawFigures = (shown: string) => <span className="tabular truncate">{shown}</span>

/** Text that is not a number is left for the check to tell. */
function read(typed: string): number | string | null {
  const number = parseNumber(typed)
  return Number.isNaN(number) ? typed : number
}

const number: ValueType = {
  text: (value, _, field) => textOf(value, field),
  view: (value, field) => drawFigures(textOf(value, field)),
  alignEnd: true,
  editor: 'line',
  draft: (value) => formatNumber(value as number, undefined),
  read,
  control: 'number',
  importAsks: 'number',
}

export const numberTypes = {
  number,
  mandatoryNumber: number,
  percentage: {
    ...number,
    text: percentText,
    view: (value) => drawFigures(percentText(value)),
    read: (typed) => read(typed.replace(/\s*%\s*$/, '')),
    suffix: '%',
  },
  health: {
    text: (value) => scoreText(value as number),
    view: (value) => <HealthBadge score={value as number} />,
    emptyView: () => <HealthBadge score={null} />,
    editor: 'none',
    draft: (value) => formatNumber(value as number, undefined),
    control: 'number',
  },
} satisfies Record<string, ValueType>
