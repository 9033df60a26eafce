import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js'

const require = createRequire(import.meta.url)

/** A user pool on this machine. */
export interface LocalPool {
  settings: { region: string; userPoolId: string; userPoolWebClientId: string; endpoint: string }
  /** A client of the user pool that may administer it. */
  admin: CognitoIdentityProvider
  /** Makes a user; one whose password is temporary has to choose another at the first sign-in. */
  addUser(
    email: string,
    password: string,
    about?: { temporary?: boolean; verified?: boolean; userId?: number; phone?: string },
  ): Promise<void>
  stop(): Promise<void>
}

/** The code that the local pool sends, always. */
export const sentCode = '424242'

/** Someone who needs a code by SMS. */
export const userWithSms = { email: 'sms@people.example', password: 'Correct-horse-7', phone: '+15550104821' }

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => found(port))
    })
  })
}

async function answers(url: string, tries = 100): Promise<void> {
  for (let left = tries; left > 0; left -= 1) {
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((later) => setTimeout(later, 100))
  }
  throw new Error(`${url} does not answer`)
}

/** Runs cognito-local in a folder, as a process of its own. */
async function run(folder: string, port: number): Promise<() => Promise<void>> {
  const main = require.resolve('cognito-local')
  const child = spawn(process.execPath, [join(dirname(main), 'bin/start.js')], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      CODE: sentCode,
      AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE: '1',
    },
    stdio: 'ignore',
  })
  await answers(`http://localhost:${port}/health`)
  return async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}

interface StoredPool {
  Users: Record<string, { Attributes: { Name: string; Value: string }[]; MFAOptions?: object[] }>
}

/** Turns codes by SMS on, for which the local pool reads a setting that it has no call to write. */
async function turnSmsOn(folder: string, userPoolId: string): Promise<void> {
  const path = join(folder, '.cognito/db', `${userPoolId}.json`)
  const stored = JSON.parse(await readFile(path, 'utf8')) as StoredPool
  for (const user of Object.values(stored.Users)) {
    user.MFAOptions = [{ DeliveryMedium: 'SMS', AttributeName: 'phone_number' }]
  }
  await writeFile(path, JSON.stringify(stored))
}

/** Starts a user pool with one app client, and one user who needs a code by SMS. */
export async function startLocalPool(): Promise<LocalPool> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-cognito-'))
  const port = await freePort()
  const endpoint = `http://localhost:${port}`
  let stop = await run(folder, port)
  const admin = new CognitoIdentityProvider({
    region: 'local',
    endpoint,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const { UserPool } = await admin.createUserPool({
    PoolName: 'people',
    UsernameAttributes: ['email'],
    MfaConfiguration: 'OPTIONAL',
  })
  const UserPoolId = UserPool?.Id as string
  const { UserPoolClient } = await admin.createUserPoolClient({ UserPoolId, ClientName: 'steward' })

  const addUser: LocalPool['addUser'] = async (email, password, about = {}) => {
    const { temporary = false, verified = true, userId, phone } = about
    await admin.adminCreateUser({
      UserPoolId,
      Username: email,
      TemporaryPassword: password,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        ...(verified ? [{ Name: 'email_verified', Value: 'true' }] : []),
        ...(userId === undefined ? [] : [{ Name: 'custom:userId', Value: String(userId) }]),
        ...(phone === undefined ? [] : [{ Name: 'phone_number', Value: phone }]),
      ],
    })
    if (temporary) return
    await admin.adminSetUserPassword({ UserPoolId, Username: email, Password: password, Permanent: true })
  }

  await addUser(userWithSms.email, userWithSms.password, { phone: userWithSms.phone })
  await stop()
  await turnSmsOn(folder, UserPoolId)
  stop = await run(folder, port)
  return {
    settings: {
      region: 'local',
      userPoolId: UserPoolId,
      userPoolWebClientId: UserPoolClient?.ClientId as string,
      endpoint,
    },
    admin,
    addUser,
    async stop() {
      admin.destroy()
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Signs in at the pool as the official client for browsers does. */
export function signInAtPool(pool: LocalPool, email: string, password: string): Promise<CognitoUserSession> {
  const { userPoolId: UserPoolId, userPoolWebClientId: ClientId, endpoint } = pool.settings
  const users = new CognitoUserPool({ UserPoolId, ClientId, endpoint })
  const user = new CognitoUser({ Username: email, Pool: users })
  user.setAuthenticationFlowType('USER_PASSWORD_AUTH')
  return new Promise((onSuccess, onFailure) =>
    user.authenticateUser(new AuthenticationDetails({ Username: email, Password: password }), {
      onSuccess,
      onFailure,
    }),
  )
}
