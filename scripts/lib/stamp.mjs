import { accessSync, constants, existsSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from './root.mjs'

/** Throws where this user cannot write the copy of Steward, with what to do about it. */
export function requireWritable(purpose) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new Error(
      `${purpose}, but this user cannot write ${root}. Run "npm run build" there once, as its owner.`,
    )
  }
}

/** Notes what a later start need not compare again. Where nothing can be written, it compares each time. */
export function writeStamp(path, text) {
  try {
    mkdirSync(dirname(path), { recursive: true })
    // A new file: the old one may be a link that another copy of Steward shares.
    // rmSync would not say by its code that the file system is read-only.
    if (existsSync(path)) unlinkSync(path)
    writeFileSync(path, text)
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error
  }
}
