import { SaxesParser } from 'saxes'
import { maxRecordLength, TableError } from '../table.contract.ts'
import { damaged, type Archive } from './xlsx.archive.ts'

export interface XmlHandlers {
  /** Names come without their prefix. */
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/**
 * Parses an entry of the archive as it is inflated; yields the share read (0 to 1) after each piece.
 * Refuses document types and with them entities, which a workbook never has. Throws TableError.
 */
export async function* parseXml(
  archive: Archive,
  name: string,
  handlers: XmlHandlers,
): AsyncGenerator<number> {
  const parser = new SaxesParser()
  let silent = 0
  parser.on('doctype', () => {
    throw new TableError(
      'unsupported',
      'The Excel file declares entities, which is not safe to read. Save it as CSV.',
    )
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag) => {
    silent = 0
    handlers.open?.(local(tag.name), tag.attributes)
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('closetag', (tag) => {
    silent = 0
    handlers.close?.(local(tag.name))
  })
  for await (const { text, share } of archive.text(name)) {
    silent += text.length
    guarded(() => parser.write(text))
    // the parser keeps a text until it ends
    if (silent > maxRecordLength)
      throw new TableError('too_long', 'A cell of the Excel file is longer than 16 MB.')
    yield share
  }
  guarded(() => parser.close())
}

/** Parses a small entry to its end. */
export async function parseWhole(archive: Archive, name: string, handlers: XmlHandlers): Promise<void> {
  const pieces = parseXml(archive, name, handlers)
  while (!(await pieces.next()).done);
}

function guarded(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw error instanceof TableError ? error : damaged()
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
