import { describe, expect, it } from 'vitest'
import { guessColumn, parseBooleanCell, parseDateCell, parseNumberCell } from './index.ts'

describe('guessing a column', () => {
  it('reads numbers as those of the whole file are, where it can', () => {
    const cells = ['1.234', '25.000']
    const [point, comma] = [{ decimal: '.' }, { decimal: ',', thousands: '.' }]
    expect(guessColumn(cells)).toMatchObject({ numberFormat: point, otherNumberFormat: comma })
    expect(guessColumn(cells, ',')).toMatchObject({ numberFormat: comma, otherNumberFormat: point })
    expect(guessColumn(['1.5', '25.25'], ',').numberFormat).toEqual(point)
  })

  it.each([
    [['1', '2.5', '-3', ''], { type: 'number', blank: 1, numberFormat: { decimal: '.' } }],
    [['1.234,5', '7,25'], { type: 'number', numberFormat: { decimal: ',', thousands: '.' } }],
    [['1 234,5', '7,25'], { type: 'number', numberFormat: { decimal: ',', thousands: ' ' } }],
    [['1,234', '12,000'], { type: 'number', numberFormat: { decimal: '.', thousands: ',' } }],
    [["1'234.50", '3.00'], { type: 'number', numberFormat: { decimal: '.', thousands: "'" } }],
    [['12%', '7.5 %'], { type: 'percentage', numberFormat: { decimal: '.', percent: true } }],
    [
      ['$1,200.00', '($5.00)'],
      { type: 'currency', numberFormat: { decimal: '.', thousands: ',', currency: '$' } },
    ],
    [['5 EUR', '1.200,50 EUR'], { type: 'currency', numberFormat: { decimal: ',', currency: 'EUR' } }],
    [['00123', '00456'], { type: 'string' }],
    [['12 apples', '3'], { type: 'string' }],
    [['true', 'False', ''], { type: 'boolean', blank: 1 }],
    [['yes', 'no', 'yes'], { type: 'boolean' }],
    [['1', '0', '1'], { type: 'boolean' }],
    [['1', '1'], { type: 'number' }],
    [['2025-01-02', '2024-12-31'], { type: 'date', dateFormat: 'YYYY-MM-DD' }],
    [['31/12/2024', '01/02/2025'], { type: 'date', dateFormat: 'DD/MM/YYYY' }],
    [['12/31/2024', '01/02/2025'], { type: 'date', dateFormat: 'MM/DD/YYYY' }],
    [['01/02/2025'], { type: 'date', dateFormat: 'DD/MM/YYYY', otherDateFormats: ['MM/DD/YYYY'] }],
    [['20250102', '20241231'], { type: 'date', dateFormat: 'YYYYMMDD' }],
    [['2 Jan 2025', '31 December 2024'], { type: 'date', dateFormat: 'D MMM YYYY' }],
    [['ann@example.com', 'ben@example.org'], { type: 'email' }],
    [['x'.repeat(300)], { type: 'longText', longest: 300 }],
    [['two\nlines'], { type: 'longText' }],
    [
      ['Won', 'Lost', 'Won', 'Won', 'Lost', 'Won'],
      { type: 'singlePicklist', distinct: ['Won', 'Lost'], distinctCount: 2 },
    ],
    [
      ['A;B', 'B', 'A; C', 'C;B', 'A', 'A;B;C', 'B'],
      { type: 'multiPicklist', separator: ';', distinct: ['A', 'B', 'C'] },
    ],
    [['51;53', '51;53', '52', '51;53', '52', '52'], { type: 'string', distinctCount: 2 }],
    [
      ['51;53', '51', '52', '53', '52;51', '51', '53;52'],
      { type: 'multiPicklist', distinct: ['51', '53', '52'] },
    ],
    [['a-1|a-2', 'a-1|a-2', 'a-1|a-2', 'a-3', 'a-3', 'a-3'], { type: 'string' }],
    [['Acme', 'Beta', 'Gamma'], { type: 'string', distinctCount: 3 }],
    [['', ''], { type: 'string', blank: 2, distinctCount: 0 }],
  ])('%j', (values, expected) => {
    expect(guessColumn(values)).toMatchObject(expected)
  })
})

it.each(['MMM D, YYYY', 'D MMM YYYY', 'D/MMM/YY'] as const)(
  'knows every month of days written %s',
  (dateFormat) => {
    const days = Array.from({ length: 12 }, (_, month) => {
      const name = new Date(Date.UTC(2024, month, 2)).toLocaleString('en', { month: 'long', timeZone: 'UTC' })
      const year = dateFormat.endsWith('YYYY') ? '2024' : '24'
      return dateFormat.replace(/Y+/, year).replace('D', '2').replace('MMM', name)
    })
    for (const day of days) expect(guessColumn([day]), day).toMatchObject({ type: 'date', dateFormat })
  },
)

it('says which other formats read the same dates', () => {
  expect(guessColumn(['31/12/2024', '01/02/2025'])).not.toHaveProperty('otherDateFormats')
  expect(guessColumn(['11/12/2024', '01/02/2025']).otherDateFormats).toEqual(['MM/DD/YYYY'])
})

describe('parsing cells', () => {
  it.each([
    ['2025-02-29', 'YYYY-MM-DD', undefined],
    ['2024-02-29', 'YYYY-MM-DD', '2024-02-29'],
    ['2010-10-14T12:00:00.000Z', 'YYYY-MM-DD', '2010-10-14T12:00:00Z'],
    ['2010-10-14T12:00:00.000Z-0300', 'YYYY-MM-DD', '2010-10-14T12:00:00-03:00'],
    ['07/15/2009 02:14:45+0800', 'MM/DD/YYYY', '2009-07-15T02:14:45+08:00'],
    ['01-13-04 03:16:00 PM', 'MM-DD-YY', '2004-01-13T15:16:00'],
    ['12.1.99 24:00', 'DD.MM.YY', undefined],
    ['12.1.99', 'DD.MM.YY', '1999-01-12'],
    ['Sept 3, 2025', 'MMM D, YYYY', '2025-09-03'],
    ['3-Mar-25', 'D-MMM-YY', '2025-03-03'],
    ['25/Nov/22', 'D/MMM/YY', '2022-11-25'],
    ['25/Nov/2022:10:00', 'D/MMM/YYYY', undefined],
    ['2 Jan 25 10:30', 'D MMM YY', '2025-01-02T10:30:00'],
    ['April 1, 2020 12:32 PM', 'MMM D, YYYY', '2020-04-01T12:32:00'],
    ['13/13/2025', 'DD/MM/YYYY', undefined],
    ['soon', 'DD/MM/YYYY', undefined],
  ] as const)('date %j as %s is %j', (text, format, expected) => {
    expect(parseDateCell(text, format)).toBe(expected)
  })

  it.each([
    ['1,53e4', { decimal: ',' }, 15_300],
    ['+1.53e4', { decimal: '.' }, 15_300],
    ['300,000,000.40', { decimal: '.', thousands: ',' }, 300_000_000.4],
    ['12,34,567', { decimal: '.', thousands: ',' }, 1_234_567],
    ['300,0,00.40', { decimal: '.' }, undefined],
    ['1.2.3', { decimal: '.' }, undefined],
    ['(1,234)', { decimal: '.' }, -1234],
    ['5-', { decimal: '.' }, -5],
    ['.5', { decimal: '.' }, 0.5],
    ['€ 12,50', { decimal: ',' }, 12.5],
    ['0', { decimal: '.' }, 0],
    ['1e999', { decimal: '.' }, undefined],
    ['', { decimal: '.' }, undefined],
    ['12 apples', { decimal: '.' }, undefined],
  ] as const)('number %j in %j is %j', (text, format, expected) => {
    expect(parseNumberCell(text, format)).toBe(expected)
  })

  it('truth values', () => {
    expect(['Yes', 'FALSE', ' 1 ', 'n', 'sì', 'Não', 'maybe', ''].map(parseBooleanCell)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      undefined,
      undefined,
    ])
  })
})
