import { IconPlus, IconTrash } from '@tabler/icons-react'
import { healthLimits, type HealthMetric } from '@steward/contracts/health'
import { moveBeside, moveBy } from '../../../components/data-table/reorder.ts'
import { mostPoints } from '../../../entities/health/index.ts'
import { DragHandle } from '../../../components/order/drag-handle.tsx'
import { placeText, useAnnouncer } from '../../../components/order/announcer.tsx'
import { dropEdge, useDragOrder } from '../../../components/order/use-drag-order.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { ruleDraft, type MeasureDraft, type RuleDraft } from '../model/draft-model.rules.ts'
import { operatorWords, operatorsOf } from '../model/measure-words.ts'
import type { Problems } from '../model/problems.rules.ts'
import { RuleValue } from './rule-value.tsx'

type RuleListProps = {
  measure: MeasureDraft
  metric: HealthMetric | undefined
  problems: Problems
  onChange: (change: Partial<MeasureDraft>) => void
}

/** The thresholds of a measure: the first that holds gives its points. */
export function RuleList({ measure, metric, problems, onChange }: RuleListProps) {
  const { rules, key } = measure
  const [live, announce] = useAnnouncer()
  const kind = metric?.kind ?? 'number'
  const keys = rules.map((rule) => rule.key)
  const order = (next: readonly string[]) =>
    onChange({ rules: next.map((each) => rules.find((rule) => rule.key === each)!) })
  const dragged = useDragOrder((moved, target, side) => order(moveBeside(keys, moved, target, side)))
  const change = (rule: RuleDraft, next: Partial<RuleDraft>) =>
    onChange({ rules: rules.map((each) => (each === rule ? { ...each, ...next } : each)) })
  const problem = problems[`${key}.rules`]

  function move(rule: RuleDraft, by: 1 | -1) {
    const next = moveBy(keys, rule.key, by)
    order(next)
    announce(placeText('Threshold', next.indexOf(rule.key), next.length))
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">Thresholds</legend>
      <p className="mb-2 text-label text-2">
        The first matching threshold sets the points (0–10).
        {kind === 'date' && ' Days count from the date; days until a future date are negative.'}
      </p>
      <ol className="flex flex-col gap-2">
        {rules.map((rule, at) => {
          const name = `Threshold ${at + 1}`
          const fault =
            problems[`${key}.rules.${rule.key}.value`] ?? problems[`${key}.rules.${rule.key}.operator`]
          const pointsFault = problems[`${key}.rules.${rule.key}.points`]
          const drag = dragged(rule.key)
          return (
            <li key={rule.key} {...drag.row} aria-label={name} className={cx('rounded-control', dropEdge)}>
              <div className="flex items-center gap-1.5">
                <DragHandle name={name} dragging={drag.handle} onMove={(by) => move(rule, by)} />
                <div className="grid min-w-0 flex-1 grid-cols-2 items-center gap-1.5 @md:grid-cols-[8rem_minmax(0,1fr)_7.5rem]">
                  <Select
                    size="sm"
                    aria-label={`${name}: comparison`}
                    value={rule.operator}
                    options={operatorsOf[kind].map((value) => ({ value, label: operatorWords[value] }))}
                    onChange={(operator) =>
                      operator && change(rule, { operator, value: valueFor(rule, operator) })
                    }
                  />
                  <RuleValue
                    label={`${name}: value`}
                    rule={rule}
                    metric={metric}
                    isInvalid={fault !== undefined}
                    onChange={(value) => change(rule, { value })}
                  />
                  <NumberField
                    size="sm"
                    aria-label={`${name}: points`}
                    value={rule.points}
                    min={0}
                    max={mostPoints}
                    decimals={2}
                    suffix="points"
                    onChange={(points) => change(rule, { points })}
                  />
                </div>
                <IconButton
                  size="sm"
                  label={`Delete ${name.toLowerCase()}`}
                  icon={<IconTrash aria-hidden />}
                  disabled={rules.length === 1}
                  onClick={() => onChange({ rules: rules.filter((each) => each !== rule) })}
                />
              </div>
              {(fault ?? pointsFault) && (
                <p className="mt-1 ml-7.5 text-label text-poor">{fault ?? pointsFault}</p>
              )}
            </li>
          )
        })}
      </ol>
      {problem && <p className="mt-1 text-label text-poor">{problem}</p>}
      <Button
        size="sm"
        variant="ghost"
        className="mt-2"
        icon={<IconPlus aria-hidden />}
        disabled={rules.length >= healthLimits.rulesOfMeasure}
        onClick={() =>
          onChange({ rules: [...rules, ruleDraft(rules.at(-1)?.operator ?? operatorsOf[kind][0]!)] })
        }
      >
        Add threshold
      </Button>
      {live}
    </fieldset>
  )
}

/** What a comparison takes over from the one before: a list from a single value, or its first from a list. */
function valueFor({ value }: RuleDraft, operator: RuleDraft['operator']): RuleDraft['value'] {
  if (operator === 'oneOf') return Array.isArray(value) || value === null ? value : [Number(value)]
  return Array.isArray(value) ? (value[0] ?? null) : value
}
