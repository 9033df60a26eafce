import type { PlanTemplate, SavePlanTemplate, TemplateItem } from '@steward/contracts/success-plan/template'

/** An item with a key of its own, which stays while items are moved and removed. */
export type ItemForm = TemplateItem & { key: number }

export interface TemplateForm extends Omit<SavePlanTemplate, 'items'> {
  items: ItemForm[]
}

export const emptyForm = (): TemplateForm => ({
  name: '',
  level: 2,
  planName: '{{record.name}}',
  description: null,
  durationDays: 90,
  items: [],
})

export const formOf = ({
  name,
  level,
  planName,
  description,
  durationDays,
  items,
}: PlanTemplate): TemplateForm => ({
  name,
  level,
  planName,
  description,
  durationDays,
  items: items.map((item, key) => ({ ...item, key })),
})

const days = { startDay: null, dueDay: null }

const blank: Readonly<Record<TemplateItem['kind'], TemplateItem>> = {
  MILESTONE: { kind: 'MILESTONE', name: '', description: null, ...days, completesWithTasks: true, tasks: [] },
  KPI: {
    kind: 'KPI',
    name: '',
    description: null,
    ...days,
    targetType: 'numeric',
    targetCriteria: 'is greater than',
    startValue: 0,
    targetValue: 0,
    currencyDefinitionId: null,
    sourceField: null,
  },
  NOTE: { kind: 'NOTE', name: '', description: null },
}

export function withItem(items: readonly ItemForm[], kind: TemplateItem['kind']): ItemForm[] {
  const key = Math.max(-1, ...items.map((item) => item.key)) + 1
  return [...items, { ...blank[kind], key }]
}

/** Swaps an item with the one before or after it. */
export function moved(items: readonly ItemForm[], at: number, by: -1 | 1): ItemForm[] {
  const next = [...items]
  const [one, other] = [next[at], next[at + by]]
  if (one && other) [next[at], next[at + by]] = [other, one]
  return next
}

function withoutKey(item: ItemForm): TemplateItem {
  const { key: _, ...rest } = item
  return rest
}

/** The form as the call takes it. A KPI can't follow a field of another level. */
export const bodyOf = ({ items, ...form }: TemplateForm): SavePlanTemplate => ({
  ...form,
  items: items.map(withoutKey),
})

/** A template for another level: its KPIs follow nothing, as its fields are others. */
export const forLevel = (form: TemplateForm, level: TemplateForm['level']): TemplateForm => ({
  ...form,
  level,
  items: form.items.map((item) => (item.kind === 'KPI' ? { ...item, sourceField: null } : item)),
})

const noDays = 'Enter a whole number of days.'

/** Numbers that are none, by the paths of the form: JSON would send nothing in their place. */
export function numberFaults({ durationDays, items }: TemplateForm): Record<string, string> {
  const faults: Record<string, string> = {}
  const check = (path: string, value: number | null, message: string) => {
    if (Number.isNaN(value)) faults[path] = message
  }
  check('durationDays', durationDays, noDays)
  items.forEach((item, at) => {
    const path = `items.${at}`
    if (item.kind === 'NOTE') return
    check(`${path}.startDay`, item.startDay, noDays)
    check(`${path}.dueDay`, item.dueDay, noDays)
    if (item.kind === 'KPI') {
      check(`${path}.startValue`, item.startValue, 'Enter a number.')
      check(`${path}.targetValue`, item.targetValue, 'Enter a number.')
    } else item.tasks.forEach(({ dueDay }, nth) => check(`${path}.tasks.${nth}.dueDay`, dueDay, noDays))
  })
  return faults
}
