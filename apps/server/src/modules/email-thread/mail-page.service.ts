import { buffer } from 'node:stream/consumers'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FileService } from '../file/index.ts'
import { pageOf, pagePolicy, withOwnPictures, withPictures } from '../email/index.ts'
import { findHtml } from './message.read-model.ts'

const purpose = 'email-page'
/** How long an address is good. */
const goodFor = 3600 * 1000
/** Pictures of a mail that are shown in it, and their bytes together. */
const most = { pictures: 30, bytes: 8 * 1024 * 1024 }

const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** The HTML of mails as pages for a frame, behind signed addresses, because a frame sends no session. */
export function createMailPages(platform: Platform, files: FileService) {
  const { publicUrl, port } = platform.config
  const base = (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '')

  async function picturesOf(
    tenantId: number,
    named: readonly { fileId: number; contentId: string }[],
  ): Promise<Map<string, string>> {
    const pictures = new Map<string, string>()
    const briefs = await files.brief(
      tenantId,
      named.map(({ fileId }) => fileId),
    )
    let room = most.bytes
    for (const { fileId, contentId } of named.slice(0, most.pictures)) {
      const brief = briefs.get(fileId)
      if (!brief || !shownTypes.has(brief.mediaType) || brief.size > room) continue
      room -= brief.size
      const { stream } = await files.open(tenantId, fileId)
      pictures.set(contentId, `data:${brief.mediaType};base64,${(await buffer(stream)).toString('base64')}`)
    }
    return pictures
  }

  return {
    base,

    /** Where the page of a message is for the next hour. */
    address(tenantId: number, messageId: number): string {
      const until = platform.clock.now().getTime() + goodFor
      const token = platform.secrets.encrypt(JSON.stringify([tenantId, messageId, until]), purpose)
      return `/api/email-v3/pages/${encodeURIComponent(token)}`
    },

    /** The page of an address, and what it may do. Throws `not_found`, also when the address is over. */
    async open(token: string, pictures: boolean): Promise<{ page: string; policy: string }> {
      const [tenantId, messageId, until] = readToken(token)
      const found =
        platform.clock.now().getTime() < until
          ? await findHtml(platform.database.tenant(tenantId), tenantId, messageId)
          : undefined
      if (!found?.html) throw unknownPage()
      const own = found.html.includes('cid:') ? await picturesOf(tenantId, found.pictures) : new Map()
      const html = withOwnPictures(withPictures(found.html, pictures, base), (id) => own.get(id))
      return { page: pageOf(html), policy: pagePolicy(pictures) }
    },
  }

  function readToken(token: string): [number, number, number] {
    try {
      return JSON.parse(platform.secrets.decrypt(token, purpose)) as [number, number, number]
    } catch {
      throw unknownPage()
    }
  }
}

function unknownPage() {
  return notFound('email.page', 'This link has expired or is incomplete. Open the email again.')
}

export type MailPages = ReturnType<typeof createMailPages>
