import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets/secrets.ts'

const purpose = 'file-address'
/** How long an address is good, in seconds. */
const addressSeconds = 300

interface Addressed {
  tenantId: number
  fileId: number
}

function signature(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Signs which file may be read until when; that is all that an address says. */
export function signAddress(secrets: Secrets, { tenantId, fileId }: Addressed, now: Date): string {
  const until = Math.floor(now.getTime() / 1000) + addressSeconds
  const text = `${tenantId}.${fileId}.${until}`
  return `${text}.${signature(secrets.key(purpose), text).toString('base64url')}`
}

/** What an address names; undefined when it is not ours, was changed, or is over. */
export function readAddress(secrets: Secrets, token: string, now: Date): Addressed | undefined {
  const [, text, given] = /^(\d+\.\d+\.\d+)\.([\w-]{43})$/.exec(token) ?? []
  if (text === undefined || given === undefined) return undefined
  const signed = Buffer.from(given, 'base64url')
  const isOurs = secrets.keys(purpose).some(({ key }) => timingSafeEqual(signature(key, text), signed))
  const [tenantId, fileId, until] = text.split('.').map(Number) as [number, number, number]
  return isOurs && now.getTime() < until * 1000 ? { tenantId, fileId } : undefined
}
