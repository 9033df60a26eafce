import { describe, expect, it } from 'vitest'
import { planLimits } from '@steward/contracts/plain/success-plan'
import type { SavePlanTemplate, TemplateItem } from '@steward/contracts/success-plan/template'
import { storedText } from '@steward/rich-text'
import { dayOf, faultsOf, filledName, filledText, unknownIn } from './template.rules.ts'

const values = {
  'record.name': 'Acme "A" $&',
  'owner.name': 'Ada',
  'start.date': '2026-03-01',
  'due.date': '2026-06-01',
}

const template = (form: Partial<SavePlanTemplate>): SavePlanTemplate => ({
  name: 'T',
  level: 2,
  planName: 'P',
  description: null,
  durationDays: 10,
  items: [],
  ...form,
})

const milestone = (startDay: number | null, dueDay: number | null, name = 'M'): TemplateItem => ({
  kind: 'MILESTONE',
  name,
  description: null,
  startDay,
  dueDay,
  completesWithTasks: true,
  tasks: [],
})

const document = (text: string) =>
  storedText({
    type: 'doc',
    content: [{ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text }] }],
  })

describe('placeholders', () => {
  it('are filled in as they are, also within documents', () => {
    expect(filledName('For {{record.name}} by {{ owner.name }}', values)).toBe('For Acme "A" $& by Ada')
    const long = `${'x'.repeat(planLimits.name - 1)}😀`
    expect(filledName('{{record.name}}', { ...values, 'record.name': long })).toBe(long.slice(0, -2))
    expect(filledText('From {{start.date}} to {{due.date}}', values)).toBe('From 2026-03-01 to 2026-06-01')
    expect(filledText(document('Hello {{record.name}}'), values)).toBe(document('Hello Acme "A" $&'))
    expect(filledText(null, values)).toBeNull()
  })

  it('that no one knows are named', () => {
    expect(unknownIn('{{record.name}} {{secret}} {{}}')).toEqual(['secret', ''])
    expect(faultsOf(template({ planName: '{{secret}}' }))).toHaveProperty('planName')
    expect(faultsOf(template({ items: [milestone(0, 1, '{{x}}')] }))).toHaveProperty(['items.0.name'])
  })
})

describe('days', () => {
  it.each([
    [milestone(3, 2), false],
    [milestone(2, 2), true],
    [milestone(0, 11), false],
    [milestone(11, null), false],
    [milestone(null, null), true],
  ])('of %j are fine: %s', (item, isFine) => {
    const faults = faultsOf(template({ items: [item] }))
    expect(Object.keys(faults)).toEqual(isFine ? [] : ['items.0.dueDay'])
  })

  it('count from the start, over the end of a month', () => {
    expect(dayOf('2028-02-28', 1)).toBe('2028-02-29')
    expect(dayOf('2028-02-28', null)).toBeNull()
  })
})
