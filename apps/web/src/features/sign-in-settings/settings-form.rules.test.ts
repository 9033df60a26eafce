import type { SignInSettings } from '@steward/contracts/sign-in-settings'
import { expect, test } from 'vitest'
import { changesOf, domainsOf, faultsAtFields, faultsOf, formOf } from './settings-form.rules.ts'

const settings: SignInSettings = {
  provider: 'built-in',
  domainProofs: [],
  domains: ['example.com'],
  mfaRequired: false,
  passwordMaxLength: null,
  cognito: null,
  oidc: { issuer: 'https://id.example.com', clientId: 'steward', hasClientSecret: true },
  redirectUri: 'https://steward.example.com/api/identity/oidc/callback',
}
const before = formOf(settings)

test('nothing typed is nothing to change', () => {
  expect(changesOf(before, before)).toEqual({})
  expect(changesOf(before, { ...before, domains: ' Example.com, ' })).toEqual({})
})

test('the ceiling is off at first, and 30 when it is turned on', () => {
  expect(changesOf(before, { ...before, hasCeiling: true })).toEqual({ passwordMaxLength: 30 })
  const withCeiling = formOf({ ...settings, passwordMaxLength: 30 })
  expect(changesOf(withCeiling, { ...withCeiling, hasCeiling: false })).toEqual({ passwordMaxLength: null })
})

test('a secret that was not typed is not sent, so that it stays', () => {
  const after = { ...before, provider: 'oidc' as const }
  expect(changesOf(before, after)).toEqual({ provider: 'oidc' })
  const typed = { ...after, oidc: { ...after.oidc, clientSecret: 'new' } }
  expect(changesOf(before, typed)).toEqual({
    provider: 'oidc',
    oidc: { issuer: 'https://id.example.com', clientId: 'steward', clientSecret: 'new' },
  })
})

test('what was typed for a provider that is not chosen is not sent', () => {
  const after = { ...before, cognito: { ...before.cognito, region: 'eu-central-1' } }
  expect(changesOf(before, after)).toEqual({})
})

test('the chosen provider needs its settings', () => {
  expect(faultsOf(before)).toEqual({})
  expect(Object.keys(faultsOf({ ...before, provider: 'cognito' }))).toEqual([
    'cognito.region',
    'cognito.userPoolId',
    'cognito.userPoolWebClientId',
  ])
  expect(faultsOf({ ...before, hasCeiling: true, passwordMaxLength: null })).toHaveProperty(
    'passwordMaxLength',
  )
})

test('domains are read however they are written, and a fault names its domain', () => {
  expect(domainsOf('@Example.com; other.org\nexample.com')).toEqual(['example.com', 'other.org'])
  const form = { ...before, domains: 'example.com nonsense' }
  expect(
    faultsAtFields({ 'domains.1': 'Enter a domain like example.com.', oidc: 'No answer.' }, form),
  ).toEqual({
    domains: 'nonsense: Enter a domain like example.com.',
    oidc: 'No answer.',
  })
})
