import { describe, expect, it } from 'vitest'
import { configure } from './config.ts'
import { readEnvironment } from './env.ts'

const sms = { SMS_URL: 'https://sms.example.com/send', SMS_ACCOUNT: 'AC1', SMS_TOKEN: 't', SMS_FROM: '+1555' }

describe('the environment of messages', () => {
  it('connects nothing of itself', () => {
    expect(configure(readEnvironment({}))).toMatchObject({ mail: undefined, sms: undefined })
  })

  it.each([
    [{}, 'Steward <steward@localhost>'],
    [{ PUBLIC_URL: 'https://steward.example.com:8443/' }, 'Steward <steward@steward.example.com>'],
    [{ MAIL_FROM: 'cs@example.com' }, 'cs@example.com'],
  ])('sends mails with %j from %s', (given, from) => {
    const url = 'smtp://user:p%40ss@10.0.0.5:587'
    expect(configure(readEnvironment({ SMTP_URL: url, ...given })).mail).toEqual({ url, from })
  })

  it('connects a provider of text messages', () => {
    expect(configure(readEnvironment(sms)).sms).toEqual({
      url: 'https://sms.example.com/send',
      account: 'AC1',
      token: 't',
      from: '+1555',
    })
  })

  it.each([
    ['SMTP_URL', { SMTP_URL: 'https://mail.example.com' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://user:100%@mail.example.com' }],
    ['MAIL_FROM', { MAIL_FROM: 'Steward' }],
    ['MAIL_FROM', { MAIL_FROM: 'Steward <a@b.c>, x@example.com' }],
    ['SMS_URL', { ...sms, SMS_URL: 'ftp://sms.example.com' }],
    ['SMS_TOKEN', { ...sms, SMS_TOKEN: '' }],
    ['SMS_FROM', { SMS_URL: sms.SMS_URL, SMS_ACCOUNT: 'AC1', SMS_TOKEN: 't' }],
  ])('names a fault at %s', (name, given: NodeJS.ProcessEnv) => {
    expect(() => readEnvironment(given)).toThrow(
      new RegExp(`^The environment has faults:\\n  ${name}: [^\\n]+$`),
    )
  })
})

describe('the addresses that new users are shown', () => {
  it('are none of themselves, and those that were given', () => {
    expect(configure(readEnvironment({})).legal).toEqual({ privacyUrl: undefined, termsUrl: undefined })
    const given = { PRIVACY_URL: 'https://example.com/privacy', TERMS_URL: 'https://example.com/terms' }
    expect(configure(readEnvironment(given)).legal).toEqual({
      privacyUrl: 'https://example.com/privacy',
      termsUrl: 'https://example.com/terms',
    })
  })

  it('are pages of the web', () => {
    expect(() => readEnvironment({ TERMS_URL: 'javascript:alert(1)' })).toThrow('TERMS_URL')
  })
})

describe('the environment of telemetry', () => {
  const endpoint = 'http://collector:4318'

  it('sends nothing of itself', () => {
    expect(configure(readEnvironment({}))).toMatchObject({ telemetry: undefined, operationsPort: undefined })
  })

  it('sends to a collector, with what it wants to hear', () => {
    const given = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%2Cb, x-team=customers=all',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(configure(readEnvironment(given)).telemetry).toEqual({
      tracesUrl: `${endpoint}/v1/traces`,
      metricsUrl: `${endpoint}/v1/metrics`,
      headers: { 'x-key': 'a,b', 'x-team': 'customers=all' },
      serviceName: 'steward',
      sampled: 0.25,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'key' },
    ],
    ['OTEL_TRACES_SAMPLER_ARG', { OTEL_TRACES_SAMPLER_ARG: '2' }],
    ['OPERATIONS_PORT', { OPERATIONS_PORT: '70000' }],
  ])('names a fault at %s', (name, given: NodeJS.ProcessEnv) => {
    expect(() => readEnvironment(given)).toThrow(new RegExp(`^The environment has faults:\\n  ${name}: `))
  })
})
