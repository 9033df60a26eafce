import type { ReactNode } from 'react'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { StatFigure as Stat } from '@steward/contracts/user-settings/stat-bar'
import { HealthChange } from '../../../entities/health/index.ts'
import { moneyText, type ValueLookups } from '../../../entities/value/index.ts'
import { cx } from '../../../ui/cx.ts'
import { numberText, scoreText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

type FigureProps = {
  folded: boolean
  label: ReactNode
  mark?: ReactNode
  /** undefined while it is on its way. */
  value: string | undefined
  tooltip?: string
  children?: ReactNode
}

/** A label and a value, below each other or, where the bar is folded, beside each other. */
export function Figure({ folded, label, mark, value, tooltip, children }: FigureProps) {
  return (
    <span
      data-tooltip={tooltip}
      className={cx('flex shrink-0 px-2', folded ? 'h-7 items-center gap-1.5' : 'flex-col py-1')}
    >
      <span className="flex items-center gap-1.5 text-label whitespace-nowrap text-2">
        {mark}
        {label}
      </span>
      {value === undefined ? (
        <Skeleton className="my-1 h-4 w-12" />
      ) : (
        <span className="flex items-baseline gap-1.5 whitespace-nowrap">
          <span className={cx('tabular font-semibold', folded ? 'text-label' : 'text-lead')}>{value}</span>
          {!folded && children && <span className="tabular text-label text-2">{children}</span>}
        </span>
      )}
    </span>
  )
}

/** A figure in words: amounts without decimals from a thousand on. */
function amountText(value: number, { currencyDefinitionId }: Stat, lookups: ValueLookups): string {
  if (currencyDefinitionId === null) return numberText(value)
  const shown = Math.abs(value) >= 1000 ? Math.round(value) : value
  return moneyText({ currencyDefinitionId, value: shown }, lookups)
}

function valueText(stat: Stat, lookups: ValueLookups): string {
  const { kind, value } = stat
  if (value === null) return '–'
  if (kind === 'amount') return amountText(value, stat, lookups)
  return kind === 'score' ? scoreText(value) : numberText(Math.round(value * 100) / 100)
}

const within = 'because health scores moved within 30 days'

/** The movement of a figure, as its tooltip says it. */
function movementText(stat: Stat, lookups: ValueLookups): string | undefined {
  const { kind, change, detail } = stat
  if (detail?.label === 'falling') return 'Falling: health scores fell within 30 days'
  if (change === null) return undefined
  if (kind === 'score') return 'Beside it the average change within 30 days'
  return change === 0
    ? undefined
    : `${change > 0 ? 'Up' : 'Down'} ${amountText(Math.abs(change), stat, lookups)} ${within}`
}

function tooltipOf(stat: Stat, lookups: ValueLookups): string | undefined {
  const { missing } = stat
  const leftOut =
    missing > 0
      ? `${numberText(missing)} without an exchange rate ${missing === 1 ? 'is' : 'are'} left out`
      : undefined
  return [movementText(stat, lookups), leftOut].filter(Boolean).join('. ') || undefined
}

/** A figure of the server with its trend, or with the amount that belongs to it. */
export function StatFigure({
  stat,
  folded,
  lookups,
}: {
  stat: Stat
  folded: boolean
  lookups: ValueLookups
}) {
  const { kind, change, detail, label } = stat
  return (
    <Figure folded={folded} label={label} value={valueText(stat, lookups)} tooltip={tooltipOf(stat, lookups)}>
      {kind === 'score' && change !== null && <HealthChange change={change} />}
      {kind === 'amount' && change !== null && change !== 0 && (
        <AmountChange change={change} text={amountText(Math.abs(change), stat, lookups)} />
      )}
      {detail && detail.value !== 0 && `${amountText(detail.value, stat, lookups)} ${detail.label}`}
    </Figure>
  )
}

/** How far an amount at risk moved: more is worse. */
function AmountChange({ change, text }: { change: number; text: string }) {
  const Arrow = change > 0 ? IconArrowUp : IconArrowDown
  return (
    <span className={cx('inline-flex items-center gap-1', change > 0 ? 'text-poor' : 'text-good')}>
      <Arrow size={14} aria-hidden />
      <span className="sr-only">{change > 0 ? 'Up' : 'Down'} </span>
      {text}
    </span>
  )
}
