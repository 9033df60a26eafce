import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecrets } from './secrets.ts'

const first = 'the first key of two, which is long enough'
const second = 'the second key of two, which is long enough'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'steward-secrets-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const secretsOf = (...secretKeys: string[]) => createSecrets({ secretKeys, dataDir })

describe('what is encrypted', () => {
  it('comes back as it was, and never looks the same twice', () => {
    const secrets = secretsOf(first)
    const text = 'Zoë’s secret ✓'
    const [one, other] = [secrets.encrypt(text, 'test'), secrets.encrypt(text, 'test')]
    expect(one).not.toBe(other)
    expect(one).not.toContain('secret')
    expect([one, other].map((sealed) => secrets.decrypt(sealed, 'test'))).toEqual([text, text])
    expect(secrets.decrypt(secrets.encrypt('', 'test'), 'test')).toBe('')
  })

  it('opens for its purpose alone, and only unchanged', () => {
    const secrets = secretsOf(first)
    const sealed = secrets.encrypt('text', 'test')
    const [id = '', body = ''] = sealed.split('.')
    const bytes = Buffer.from(body, 'base64url')
    expect(() => secrets.decrypt(sealed, 'another')).toThrow()
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => secrets.decrypt(`${id}.${changed.toString('base64url')}`, 'test')).toThrow()
    }
    for (const broken of ['', 'x', `${id}.`, `${id}.${body.slice(0, -8)}`, `ffffffff.${body}`]) {
      expect(() => secrets.decrypt(broken, 'test')).toThrow()
    }
  })

  it('opens with an older key as long as that is there', () => {
    const old = secretsOf(first).encrypt('text', 'test')
    const both = secretsOf(second, first)
    expect(both.decrypt(old, 'test')).toBe('text')
    const fresh = both.encrypt('text', 'test')
    expect(secretsOf(second).decrypt(fresh, 'test')).toBe('text')
    expect(() => secretsOf(second).decrypt(old, 'test')).toThrow('SECRET_KEY')
    expect(() => secretsOf(first).decrypt(fresh, 'test')).toThrow('SECRET_KEY')
  })
})

describe('keys', () => {
  it('belong to one purpose and one secret', () => {
    const secrets = secretsOf(first, second)
    const keys = [...secrets.keys('one'), ...secrets.keys('two')].map(({ key }) => key.toString('hex'))
    expect(new Set(keys).size).toBe(4)
    expect(secrets.key('one')).toEqual(secrets.keys('one')[0]?.key)
    expect(secrets.key('one')).toHaveLength(32)
  })

  it('are made once for a data folder, for its owner alone', async () => {
    const folder = join(dataDir, 'new')
    const made = Array.from({ length: 5 }, () => createSecrets({ secretKeys: undefined, dataDir: folder }))
    expect(new Set(made.map((secrets) => secrets.key('test').toString('hex'))).size).toBe(1)
    const path = join(folder, 'secret-key')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readFile(path, 'utf8')).trim()).toHaveLength(43)
  })

  it('are not made up where the file was emptied', async () => {
    await writeFile(join(dataDir, 'secret-key'), '')
    expect(() => createSecrets({ secretKeys: undefined, dataDir })).toThrow('holds no key')
  })
})
