import { expect, it } from 'vitest'
import type { ColumnGuess } from '../../../entities/table-file/index.ts'
import { guessColumns } from './person-columns.rules.ts'

const guessed = (...headers: (string | [string, string])[]) =>
  guessColumns({
    columns: headers.map((header, column) => {
      const [name, dataType] = typeof header === 'string' ? [header, 'string'] : header
      return { column, name, dataType } as ColumnGuess
    }),
  })

it('finds the columns of people by what headers call them', () => {
  expect(guessed('EmployeeID', 'FirstName', 'LastName', 'E-Mail', 'User Role', 'Time Zone')).toEqual({
    externalId: 0,
    firstName: 1,
    lastName: 2,
    email: 3,
    role: 4,
    timeZone: 5,
  })
  expect(guessed('Nachname', 'Vorname', 'Mailadresse', 'Rolle', 'Handy')).toEqual({
    lastName: 0,
    firstName: 1,
    email: 2,
    role: 3,
    mobileNumber: 4,
  })
})

it('takes a whole name where there are no parts, and the column with addresses where none is called so', () => {
  expect(guessed('Full Name', ['Contact', 'email'], 'Department')).toEqual({ name: 0, email: 1 })
})
