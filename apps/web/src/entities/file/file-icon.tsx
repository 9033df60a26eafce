import { createElement } from 'react'
import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMail,
  IconMusic,
  IconPhoto,
  IconPresentation,
  IconVideo,
  type Icon,
} from '@tabler/icons-react'

const byType: readonly [RegExp, Icon][] = [
  [/^image\//, IconPhoto],
  [/^video\//, IconVideo],
  [/^audio\//, IconMusic],
  [/pdf$/, IconFileTypePdf],
  [/spreadsheet|excel/, IconFileSpreadsheet],
  [/presentation|powerpoint/, IconPresentation],
  [/word/, IconFileText],
  [/zip|tar|rar|compress/, IconFileZip],
]
/** Texts of all kinds are one type to the server. */
const byEnding: readonly [RegExp, Icon][] = [
  [/\.(csv|tsv)$/i, IconFileSpreadsheet],
  [/\.eml$/i, IconMail],
]

interface Named {
  name: string
  mediaType: string
}

/** The sign of a file's kind. */
function iconOf({ name, mediaType }: Named): Icon {
  const known = byType.find(([type]) => type.test(mediaType)) ?? byEnding.find(([end]) => end.test(name))
  return known?.[1] ?? (mediaType === 'text/plain' ? IconFileText : IconFile)
}

export function FileIcon({ file, size = 16, className }: { file: Named; size?: number; className?: string }) {
  return createElement(iconOf(file), { size, stroke: 1.5, className, 'aria-hidden': true })
}
