import { expect } from 'vitest'
import type { TestApp } from '../../../test/harness.ts'

export const publicUrl = 'https://steward.example'

/** A browser, as far as it is one: it keeps cookies and follows where it is sent. */
export class VisitingBrowser {
  readonly #test: TestApp
  readonly cookies = new Map<string, string>()
  /** Attributes of the cookies, as they were set. */
  readonly set: string[] = []

  constructor(test: TestApp) {
    this.#test = test
  }

  async call(method: 'GET' | 'POST', url: string, payload?: object) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.#test.application.app.inject({
      method,
      url,
      headers: { 'x-forwarded-proto': 'https', ...(cookie ? { cookie } : {}) },
      ...(payload ? { payload } : {}),
    })
    for (const given of [answer.headers['set-cookie'] ?? []].flat()) {
      this.set.push(given)
      const [name = '', value = ''] = (given.split(';')[0] as string).split('=')
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(given)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return answer
  }

  /** Where the start of a sign-in leads to. */
  async start(username: string, origin?: string): Promise<URL> {
    const query = new URLSearchParams({ username, ...(origin === undefined ? {} : { origin }) })
    const answer = await this.call('GET', `/api/identity/oidc/start?${query}`)
    expect(answer.statusCode).toBe(302)
    return new URL(answer.headers.location as string, publicUrl)
  }

  /** Signs in at the provider, and gives the address that it sends the browser back to. */
  async visit(authorize: URL): Promise<URL> {
    const answer = await fetch(authorize, { redirect: 'manual' })
    return new URL(answer.headers.get('location') as string)
  }

  /** Comes back, and gives the page that it is sent to. */
  async comeBack(returned: URL): Promise<URL> {
    const answer = await this.call('GET', `${returned.pathname}${returned.search}`)
    expect(answer.statusCode).toBe(302)
    return new URL(answer.headers.location as string, publicUrl)
  }

  async signIn(username: string, origin?: string): Promise<URL> {
    return this.comeBack(await this.visit(await this.start(username, origin)))
  }

  finish(page: URL, wishes: object = {}) {
    return this.call('POST', '/api/identity/oidc/finish', {
      handover: page.searchParams.get('handover'),
      ...wishes,
    })
  }
}
