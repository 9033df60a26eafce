import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inputText } from './input-texts.ts'

const cases: [schema: z.ZodType, input: unknown, text: string][] = [
  [z.string(), undefined, 'This is required.'],
  [z.string(), 5, 'This must be text.'],
  [z.number(), 'five', 'This must be a number.'],
  [z.int(), 1.5, 'This must be a whole number.'],
  [z.boolean(), 'yes', 'This must be true or false.'],
  [z.array(z.string()), {}, 'This must be a list.'],
  [z.object({}), [], 'This must be an object.'],
  [z.record(z.string(), z.string()), null, 'This must be an object.'],
  [z.enum(['asc', 'desc']), 'up', 'Choose one of these: asc, desc.'],
  [z.enum(['asc', 'desc']), undefined, 'This is required.'],
  [z.literal('all'), 'some', 'This must be "all".'],
  [z.string().min(1), '', 'This must have at least 1 character.'],
  [z.string().max(2000), 'x'.repeat(2001), 'This must have at most 2,000 characters.'],
  [z.array(z.number()).max(1), [1, 2], 'This must have at most 1 entry.'],
  [z.number().min(3), 2, 'This must be at least 3.'],
  [z.number().positive(), 0, 'This must be greater than 0.'],
  [z.number().lt(9), 9, 'This must be less than 9.'],
  [z.number().multipleOf(5), 7, 'This must be a multiple of 5.'],
  [z.iso.date(), '31.5.2026', 'This must be a date, such as 2026-05-31.'],
  [z.iso.datetime(), 'noon', 'This must be a date and time, such as 2026-05-31T09:00:00Z.'],
  [z.email(), 'ada', 'This must be an email address, such as ada@example.com.'],
  [z.string().regex(/^a$/), 'b', 'This value does not have the required form.'],
  [z.strictObject({}), { colour: 1 }, '"colour" is an unknown property. Remove it or correct its name.'],
  [z.union([z.string(), z.number()]), true, 'This value is not valid.'],
]

describe('what a schema does not say itself', () => {
  it.each(cases.map(([schema, input, text]) => ({ schema, input, text })))('is $text', (one) => {
    const { error } = one.schema.safeParse(one.input, { error: inputText })
    expect(error?.issues.map(({ message }) => message)).toEqual([one.text])
  })

  it('names a few of many values', () => {
    const many = Array.from({ length: 30 }, (_, at) => `v${at}`)
    const { error } = z.enum(many).safeParse('', { error: inputText })
    expect(error?.issues[0]?.message).toMatch(/v11 and 18 more\.$/)
  })
})
