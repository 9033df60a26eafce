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
      new RegExp(`^The environment has invalid values:\\n  ${name}: [^\\n]+$`),
    )
  })
})

const whole = /Use a whole number from 0 to 65535\.$/

describe('a value that Steward could not start with', () => {
  it.each<[string, NodeJS.ProcessEnv, RegExp]>([
    ['PORT', { PORT: ' ' }, whole],
    ['PORT', { PORT: '0x1F' }, whole],
    ['PORT', { PORT: 'many' }, whole],
    ['DATABASE_POOL', { DATABASE_POOL: '1' }, /Use a whole number from 2 to 500\.$/],
    ['STATEMENT_TIMEOUT', { STATEMENT_TIMEOUT: '1e2' }, /Use a number from 1 to 600\.$/],
    ['SECRET_KEY', { SECRET_KEY: 'short,shorter' }, /Each key must have at least 32 characters\.$/],
    ['DEMO', { DEMO: 'yes' }, /Use on or off\.$/],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, /Write one of fatal, error/],
    ['ROLES', { ROLES: 'web,job' }, /Use web, worker, or web,worker\.$/],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'admin' }, /Enter an email address/],
    ['DATABASE_URL', { DATABASE_URL: 'nonsense' }, /Use the form postgres:/],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://a:b@c/d' }, /Use the form postgres:/],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://a:p@ss/w#rd@host/d' }, /%XX/],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://a:p/ss@host/d' }, /%XX/],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://a:100%@host/d' }, /%XX/],
    ['PUBLIC_URL', { PUBLIC_URL: 'steward:example' }, /Use the form https:/],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.com/steward' }, /no path/],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'proxy.example.com' }, /proxy\.example\.com is neither/],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'loopback,10.0.0.0/99' }, /10\.0\.0\.0\/99 is neither/],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'loopback,' }, /an extra comma/],
    ['OPERATIONS_PORT', { OPERATIONS_PORT: '3000' }, /the same as PORT/],
    ['SMS_URL', { SMS_TOKEN: 't' }, /SMS_TOKEN needs it\.$/],
  ])('is named: %s, %j', (name, given, sentence) => {
    const read = () => readEnvironment(given)
    expect(read).toThrow(new RegExp(`^The environment has invalid values:\\n  ${name}: [^\\n]+$`))
    expect(read).toThrow(sentence)
  })

  it('is named together with what others lack', () => {
    expect(() => readEnvironment({ PORT: 'many', S3_ENDPOINT: 'https://s3.example.com' })).toThrow(
      /PORT: .*\n {2}S3_BUCKET: S3_ENDPOINT needs it\.$/,
    )
  })

  it.each<NodeJS.ProcessEnv>([
    { DATABASE_URL: 'postgresql://a:p%40ss%2Fw%23rd@host:5433/d?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://a:b@/d?host=/var/run/postgresql' },
    { TRUSTED_PROXIES: 'loopback, uniquelocal,10.0.0.0/8,2001:db8::/32,192.0.2.0/255.255.255.0' },
    { PORT: '9464', OPERATIONS_PORT: '9464', ROLES: 'worker' },
    { PORT: '0', OPERATIONS_PORT: '0', DRAIN_SECONDS: '0.5' },
  ])('is none of %j', (given) => {
    expect(readEnvironment(given)).toBeTruthy()
  })

  it('is no slash after the address, which is left out', () => {
    expect(configure(readEnvironment({ PUBLIC_URL: 'https://Example.com:8443/' })).publicUrl).toBe(
      'https://example.com:8443',
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
    expect(() => readEnvironment(given)).toThrow(
      new RegExp(`^The environment has invalid values:\\n  ${name}: `),
    )
  })
})
