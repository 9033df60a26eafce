import { expect, it } from 'vitest'
import { fillDescription, fillTitle } from './draft.rules.ts'

const names = { record: 'Northwind', organization: null, account: 'Northwind', owner: 'Ada "A" Lovelace' }

const paragraph = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] })

it('placeholders of a formatted text are filled, and its format stays', () => {
  const bold = { type: 'bold' }
  const stored = fillDescription(
    JSON.stringify(
      paragraph(
        { type: 'text', text: 'Ask ' },
        { type: 'text', text: '{{ owner.name }}', marks: [bold] },
        { type: 'text', text: ' about {{record.name}}{{organization.name}}, not {{deal.name}}.' },
      ),
    ),
    names,
  )
  expect(JSON.parse(stored as string)).toMatchObject(
    paragraph(
      { type: 'text', text: 'Ask ' },
      { type: 'text', text: 'Ada "A" Lovelace', marks: [bold] },
      { type: 'text', text: ' about Northwind, not {{deal.name}}.' },
    ),
  )
})

it.each([
  ['Call {{record.name}}', 'Call Northwind'],
  ['Ask {{ owner.name }}\nagain', 'Ask Ada "A" Lovelace again'],
  ['x'.repeat(254) + '😀', 'x'.repeat(254)],
])('the title %j is one line', (title, filled) => {
  expect(fillTitle(title, names)).toBe(filled)
})

it.each([null, ''])('no text stays none: %j', (text) => {
  expect(fillDescription(text, names)).toBeNull()
})
