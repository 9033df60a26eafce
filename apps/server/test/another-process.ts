import { createApplication, type Application } from '../src/application.ts'
import { configure } from '../src/platform/config/config.ts'
import { readEnvironment } from '../src/platform/config/env.ts'
import { secretKey, type Answer, type TestApp } from './harness.ts'

/** Another process on the database of a test, as far as one machine's memory allows: it shares none. */
export async function startAnother(test: TestApp, environment: NodeJS.ProcessEnv = {}): Promise<Application> {
  const { database, config: own } = test.application.platform
  const config = configure(
    readEnvironment({
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_POOL: '3',
      SECRET_KEY: secretKey,
      DATA_DIR: own.dataDir,
      ...environment,
    }),
  )
  return createApplication(config, database.url, test.clock)
}

/** A call that a process is given; the path is the one below /api. */
export async function callAt(
  { app }: Application,
  path: string,
  {
    method = 'GET',
    token,
    body,
    from,
  }: {
    method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
    token?: string
    body?: object
    from?: string
  } = {},
): Promise<Answer> {
  const answer = await app.inject({
    method,
    url: `/api/${path}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(from ? { remoteAddress: from } : {}),
    ...(body === undefined ? {} : { payload: body }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
}
