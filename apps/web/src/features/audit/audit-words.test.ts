import { expect, it } from 'vitest'
import { auditFilterOf } from './audit-address.ts'
import { actionChoices, actionText, detailName } from './audit-words.ts'

it.each([
  ['user.role_changed', 'User: role changed'],
  ['api-token.made', 'Api token: made'],
  ['session', 'Session: anything'],
])('reads %s as %s', (action, text) => {
  expect(actionText(action)).toBe(text)
})

it('offers a noun where it has several actions', () => {
  expect(actionChoices(['user.invited', 'user.deactivated', 'audit.exported'])).toEqual([
    'audit.exported',
    'user',
    'user.deactivated',
    'user.invited',
  ])
})

it('reads the name of a detail', () => {
  expect(detailName('handedOverTo')).toBe('Handed over to')
})

it('takes from an address only what can be asked for', () => {
  const search = { from: '2026-03-01', to: 'soon', person: 'x', outcome: 'maybe', q: 42, action: 'user' }
  expect(auditFilterOf(search)).toEqual({ from: '2026-03-01', action: 'user', query: '42' })
})
