import { cell, numberCell, rowsBy } from './demo.file.ts'
import { addressOf } from './demo.people.ts'
import type { DemoSource } from './demo.source.ts'
import type { DemoStory } from './demo.story.ts'
import { bullets, paragraph } from './demo.text.ts'

const mainStores = 8

/** What was logged with the stores that sell most, and with those who own them. */
export function listStoreStories({ stores, storeContacts, salesPeople }: DemoSource): DemoStory[] {
  const contactsOf = rowsBy(storeContacts, 'StoreID')
  const sellers = new Map(salesPeople.map((row) => [cell(row, 'BusinessEntityID'), row]))
  return stores
    .toSorted((a, b) => (numberCell(b, 'AnnualSales') ?? 0) - (numberCell(a, 'AnnualSales') ?? 0))
    .slice(0, mainStores)
    .flatMap((store, at): DemoStory[] => {
      const seller = sellers.get(cell(store, 'SalesPersonID'))
      const id = cell(store, 'BusinessEntityID')
      const [contact] = contactsOf.get(id) ?? []
      if (!seller || !contact) return []
      const author = addressOf(cell(seller, 'FirstName'), cell(seller, 'LastName'))
      const day = String(at + 10)
      const contacts = [cell(contact, 'PersonID')]
      return [
        {
          account: id,
          entries: [
            {
              at: `2017-09-${day}T09:30:00Z`,
              author,
              title: 'Visit at the store',
              text: [
                paragraph(`Walked through the store with ${cell(contact, 'FirstName')}.`),
                bullets([
                  `${cell(store, 'Specialty')} bicycles stand at the entrance`,
                  `${cell(store, 'NumberEmployees')} people work here`,
                ]),
              ],
              what: {
                kind: 'activity',
                type: 'Meeting',
                minutes: 75,
                outcome: 'Orders for the spring come in November',
                sentiment: 'positive',
                contacts,
              },
            },
            {
              at: `2017-11-${day}T14:00:00Z`,
              author,
              title: 'Orders for the spring',
              text: [paragraph('Went through the order list. Delivery in two parts, as in the year before.')],
              what: {
                kind: 'activity',
                type: 'Call',
                minutes: 25,
                outcome: 'Ordered',
                sentiment: 'positive',
                contacts,
              },
            },
            {
              at: `2017-12-${day}T16:40:00Z`,
              author,
              title: 'For the next visit',
              text: [bullets(['Bring the new catalog', 'Ask about a second store'])],
              what: { kind: 'note' },
            },
          ],
        },
      ]
    })
}
