import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets/secrets.ts'

const purpose = 'shared-plan'

export interface Shared {
  tenantId: number
  shareId: number
}

const signature = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Names a link, signed, so that no one can guess the one of another. */
export function signShare(secrets: Secrets, { tenantId, shareId }: Shared): string {
  const text = `${tenantId}.${shareId}`
  return `${text}.${signature(secrets.key(purpose), text).toString('base64url')}`
}

/** What a token names; undefined where it is not ours. */
export function readShare(secrets: Secrets, token: string): Shared | undefined {
  const [, tenant, share, given] = /^(\d{1,9})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (tenant === undefined || share === undefined || given === undefined) return undefined
  const signed = Buffer.from(given, 'base64url')
  const text = `${tenant}.${share}`
  const isOurs = secrets.keys(purpose).some(({ key }) => timingSafeEqual(signature(key, text), signed))
  return isOurs ? { tenantId: Number(tenant), shareId: Number(share) } : undefined
}
