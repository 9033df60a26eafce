import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import type { LevelField } from '../../field/index.ts'
import { cx } from '../../../ui/cx.ts'
import type { ValueLookups } from '../../value/index.ts'
import { conditionWords } from '../condition/condition.rules.ts'
import type { Leaf } from './rule-model.ts'

type ConditionRowProps = {
  leaf: Leaf
  /** undefined when the field is gone. */
  field: LevelField | undefined
  lookups: ValueLookups
  /** What it asks for is gone, so it matches nothing. */
  broken: boolean
  onOpen: (anchor: HTMLElement) => void
  onRemove: () => void
}

const mostValues = 4

/** What is wrong with it, in a few words. */
function warningOf({ leaf: { condition, fault }, field, broken }: ConditionRowProps): string | undefined {
  if (broken || !field) return 'No longer matches anything'
  return condition.value === undefined && fault ? 'No value yet' : fault
}

/** A condition in words; pressing it edits, the cross takes it away. */
export function ConditionRow(props: ConditionRowProps) {
  const { leaf, field, lookups, broken, onOpen, onRemove } = props
  const { condition } = leaf
  const isBroken = broken || !field
  const warning = warningOf(props)
  const label = field?.displayName ?? 'Field removed'
  const [operator, value] = field ? conditionWords(condition, field, lookups, mostValues) : [condition.field]
  const text = [label, operator, value].filter(Boolean).join(' ')
  return (
    <div
      className={cx(
        'flex min-h-8 items-stretch overflow-hidden rounded-control border bg-surface',
        warning ? 'border-poor' : 'border-line',
      )}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        className="min-w-0 flex-1 px-2.5 py-1.5 text-left wrap-anywhere hover:bg-hover focus-visible:-outline-offset-2"
        onClick={(event) => onOpen(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' || event.key === 'Delete') onRemove()
        }}
      >
        <span className={isBroken ? 'text-poor' : 'text-2'}>{label}</span>{' '}
        {operator && <span className="text-3">{operator}</span>}{' '}
        {value && <span className="font-medium">{value}</span>}
        {warning && (
          <span className="flex items-center gap-1 text-label text-poor">
            <IconAlertTriangle size={14} className="shrink-0" aria-hidden />
            {warning}
          </span>
        )}
      </button>
      <button
        type="button"
        aria-label={`Remove the condition ${text}`}
        className="flex w-8 shrink-0 items-center justify-center border-l border-line text-3 hover:bg-hover hover:text-1 focus-visible:-outline-offset-2"
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </button>
    </div>
  )
}
