import { createHash } from 'node:crypto'

/**
 * Whether a record is held out of a playbook: by a hash of both, so that the answer is the same each time and says
 * nothing about the record.
 */
export function isHeldOut(templateId: number, recordId: number, percent: number): boolean {
  const digest = createHash('sha256').update(`${templateId}:${recordId}`).digest()
  return digest.readUInt32BE(0) / 2 ** 32 < percent / 100
}
