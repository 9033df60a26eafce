import { useRef } from 'react'
import { IconX } from '@tabler/icons-react'
import { fieldsOf, type Condition } from '@steward/conditions'
import type { LevelField } from '../../field/index.ts'
import { cx } from '../../../ui/cx.ts'
import type { ValueLookups } from '../../value/index.ts'
import { ruleWords } from '../rule-words.ts'
import { conditionWords } from '../condition/condition.rules.ts'
import type { FilterItem } from './filter-model.ts'

type FilterChipProps = {
  item: FilterItem
  fields: readonly LevelField[]
  lookups: ValueLookups
  broken: ReadonlySet<string>
  onOpen: (anchor: HTMLElement) => void
  onRemove: () => void
}

type Words = { field: string; operator?: string; value?: string; broken?: boolean }

function wordsOf(condition: Condition, { fields, lookups, broken }: FilterChipProps): Words {
  const field = fields.find(({ name }) => name === condition.field)
  if (!field) return { field: 'Field removed', broken: true }
  const [operator, value] = conditionWords(condition, field, lookups)
  return { field: field.displayName, operator, value, broken: broken.has(condition.field) }
}

function chipWords(props: FilterChipProps): Words {
  const { item, fields, lookups, broken } = props
  if ('rule' in item) {
    const isBroken = (name: string) => broken.has(name) || !fields.some((field) => field.name === name)
    return {
      field: 'Rule',
      value: ruleWords(item.rule, fields, lookups),
      broken: [...fieldsOf(item.rule)].some(isBroken),
    }
  }
  if ('active' in item) return { field: 'Active' }
  const [first, ...others] = item.any.map((condition) => wordsOf(condition, props))
  if (others.length === 0) return first ?? { field: '' }
  const said = [first, ...others].map((words) =>
    [words?.field, words?.operator, words?.value].join(' ').trim(),
  )
  return {
    field: 'Any of',
    value: said.join(' or '),
    broken: [first, ...others].some((words) => words?.broken),
  }
}

/** Field, operator and value side by side; pressing them edits, the cross takes the filter away. */
export function FilterChip(props: FilterChipProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { field, operator, value, broken } = chipWords(props)
  const active = 'active' in props.item ? props.item.active : undefined
  const fixed = active !== undefined || 'rule' in props.item
  const text = [field, operator, value].filter(Boolean).join(' ')
  return (
    <div
      ref={ref}
      className={cx(
        'flex h-7 max-w-full min-w-0 items-stretch overflow-hidden rounded-control border text-label',
        broken ? 'border-poor text-poor' : 'border-line',
      )}
      data-tooltip={
        broken
          ? 'This condition no longer matches anything'
          : active && (active.length > 1 ? 'Neither archived nor churned' : 'Not archived')
      }
    >
      <button
        type="button"
        disabled={fixed}
        className="flex min-w-0 items-stretch divide-x divide-line hover:bg-hover focus-visible:-outline-offset-2"
        onClick={() => ref.current && props.onOpen(ref.current)}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' || event.key === 'Delete') props.onRemove()
        }}
      >
        <span className={cx('flex shrink-0 items-center px-2', !broken && 'text-2')}>{field}</span>
        {operator && <span className="flex shrink-0 items-center px-2 text-3">{operator}</span>}
        {value && (
          <span className="flex min-w-0 items-center px-2 font-medium">
            <span className="max-w-48 truncate">{value}</span>
          </span>
        )}
      </button>
      <button
        type="button"
        aria-label={`Remove the filter ${text}`}
        className="flex w-6 shrink-0 items-center justify-center border-l border-line text-3 hover:bg-hover hover:text-1 focus-visible:-outline-offset-2"
        onClick={props.onRemove}
      >
        <IconX size={12} aria-hidden />
      </button>
    </div>
  )
}
