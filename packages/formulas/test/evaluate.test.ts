import { describe, expect, test } from 'vitest'
import { formulaFunctions, readFormula } from '../src/index.ts'
import { evaluated, find, value } from './sample.ts'

describe('arithmetic', () => {
  test.each([
    ['=1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 64],
    ['-2 ^ 2', 4],
    ['7 - 2 - 1', 4],
    ['0.1 + 0.2', 0.3],
    ['{arr} / {seats}', 300],
    ['{ARR} * 1.1', 13_200],
  ])('%s is %s', (text, result) => expect(value(text)).toBe(result))

  test('a blank gives a blank', () => {
    expect(evaluated('{arr} + {seats}', { seats: null })).toEqual({ value: null, problem: null })
  })

  test('dividing by zero gives a blank and says where', () => {
    const text = '1 + {arr} / {seats}'
    const { value: result, problem } = evaluated(text, { seats: 0 })
    expect(result).toBeNull()
    expect(problem).toMatchObject({ message: 'Divides by zero.', from: 4, to: text.length })
  })

  test('numbers stay finite', () => {
    expect(evaluated('{arr} ^ 200').problem?.message).toBe('The number is too large.')
    expect(evaluated('10 ^ 15').problem?.message).toBe('The number is too large.')
    expect(evaluated('(0 - 8) ^ 0.5').problem?.message).toContain('root')
    expect(evaluated('text(mod({arr} * 10^14, 10^(0-300)))')).toMatchObject({
      value: null,
      problem: { message: 'The number is too large.' },
    })
  })
})

describe('comparisons and logic', () => {
  test.each([
    ['"gold PLAN" = {plan}', true],
    ['{plan} <> "Silver"', true],
    ['{renewal} > today()', true],
    ['{arr} >= 12000 and {seats} < 50', true],
    ['{arr} > 1 AND {trial}', null],
    ['{arr} < 1 and {trial}', false],
    ['{arr} > 1 or {trial}', true],
    ['not({trial})', null],
    ['{city} = "Paris"', null],
    ['if({trial}, "yes", "no")', 'no'],
    ['if({arr} > 1, "yes")', 'yes'],
    ['if({arr} < 1, "yes")', null],
    ['ifs({arr} > 50000, "A", {arr} > 10000, "B", "C")', 'B'],
    ['ifs({arr} > 50000, "A", {arr} > 20000, "B")', null],
    ['isBlank({city})', true],
    ['isBlank("")', true],
    ['ifBlank({city}, "nowhere")', 'nowhere'],
    ['coalesce({city}, "", {plan})', 'Gold plan'],
  ])('%s is %s', (text, result) => expect(value(text)).toBe(result))

  test('only the chosen part is worked out', () => {
    expect(evaluated('if({seats} = 0, 0, {arr} / {seats})', { seats: 0 })).toEqual({
      value: 0,
      problem: null,
    })
    expect(evaluated('ifBlank({arr} / {seats}, 1)', { seats: 0 })).toEqual({ value: 1, problem: null })
  })
})

describe('texts', () => {
  test.each([
    ['{plan} & ": " & {arr}', 'Gold plan: 12000'],
    ['"a" & {city} & {active}', 'aYes'],
    ['"say ""hi"""', 'say "hi"'],
    ['upper({plan})', 'GOLD PLAN'],
    ['lower("ÄB")', 'äb'],
    ['left({plan}, 4)', 'Gold'],
    ['right({plan}, 4)', 'plan'],
    ['mid({plan}, 6, 2)', 'pl'],
    ['left("😀a", 1)', '😀'],
    ['len({plan})', 9],
    ['trim("  a   b ")', 'a b'],
    ['contains({plan}, "GOLD")', true],
    ['startsWith({plan}, "plan")', false],
    ['endsWith({plan}, "plan")', true],
    ['replace({plan}, "Gold", "Silver")', 'Silver plan'],
    ['text({arr} / 7, 2)', '1714.29'],
    ['text(1.005, 2)', '1.01'],
    ['text(0 - 0.001, 2)', '0.00'],
    ['"" & 0.0000001', '0.0000001'],
    ['text({renewal})', '2027-01-31'],
    ['number("1,234.5") + 1', 1235.5],
    ['number("")', null],
    ['"" & {city}', null],
  ])('%s is %s', (text, result) => expect(value(text)).toBe(result))

  test('stay within their limits', () => {
    expect(evaluated('{plan}', { plan: 'x'.repeat(1001) }).problem?.message).toContain('1,000')
    const doubled = 'replace({plan}, "x", {plan})'
    expect(evaluated(`len(${doubled})`, { plan: 'x'.repeat(1000) }).problem?.message).toContain('100,000')
    const again = Array.from({ length: 20 }, () => 'contains({plan}, "y")').join(' or ')
    expect(evaluated(again, { plan: 'x'.repeat(100_000) }).problem?.message).toContain('1,000,000')
    expect(evaluated('number("12 apples")').problem?.message).toBe('The text is not a number.')
  })
})

describe('numbers', () => {
  test.each([
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(1234, -2)', 1200],
    ['floor(-1.5)', -2],
    ['ceil(41, 10)', 50],
    ['abs(-3)', 3],
    ['mod(-1, 3)', 2],
    ['min({arr}, {seats})', 40],
    ['max({renewal}, {signed})', '2027-01-31'],
    ['min({city_size}, 3)', 3],
    ['sum(1, 2, 3)', 6],
    ['average(1, 2)', 1.5],
  ])('%s is %s', (text, result) => expect(value(text.replace('{city_size}', 'number({city})'))).toBe(result))
})

describe('dates', () => {
  test.each([
    ['today()', '2026-11-21'],
    ['daysBetween(today(), {renewal})', 71],
    ['{renewal} - today()', 71],
    ['{renewal} + 1', '2027-02-01'],
    ['{renewal} - 31', '2026-12-31'],
    ['addDays({renewal}, -31)', '2026-12-31'],
    ['addMonths({renewal}, 1)', '2027-02-28'],
    ['addYears({signed}, 1)', '2025-02-28'],
    ['monthsBetween({signed}, today())', 32],
    ['monthsBetween(today(), {signed})', -32],
    ['year({renewal})', 2027],
    ['quarter({renewal})', 1],
    ['month({renewal})', 1],
    ['day({renewal})', 31],
    ['weekday(today())', 6],
    ['startOfMonth(today())', '2026-11-01'],
    ['endOfMonth({signed})', '2024-02-29'],
    ['startOfQuarter(today())', '2026-10-01'],
    ['startOfYear(today())', '2026-01-01'],
    ['date(2024, 2, 29)', '2024-02-29'],
    ['date(2025, 2, 29)', null],
    ['dateValue("2025-01-02")', '2025-01-02'],
  ])('%s is %s', (text, result) => expect(value(text)).toBe(result))

  test('stay within the calendar', () => {
    expect(evaluated('addYears({renewal}, 9000)').problem?.message).toContain('9999')
  })
})

test.each(formulaFunctions.map((one) => [one.name, one.example]))(
  'the example of %s is right',
  (_, example) => {
    const text = example.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      find(name) ? whole : exampleField(name),
    )
    expect(readFormula(text, find).problems).toEqual([])
  },
)

/** A field of the tests of the type that an example's field has. */
function exampleField(name: string): string {
  if (/code|email|name|text|external|about|city/.test(name)) return '{plan}'
  return /end|signed/.test(name) ? '{signed}' : '{arr}'
}
