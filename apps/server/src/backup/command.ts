import { resolve } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { BackupError } from './backup.error.ts'

/** A path as anyone who called npm means it: npm changes the folder. */
export function pathOf(given: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), given)
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const kilo = 1024
const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Bytes as people read them. */
export function sizeText(bytes: number): string {
  const unit = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(kilo)))
  return `${(bytes / kilo ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`
}

export const countText = (count: number): string => count.toLocaleString('en-US')

/** Reads what follows a command; a fault in it is answered by how the command is written. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  given: string[] = process.argv.slice(2),
) {
  try {
    return parseArgs({ args: given, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new BackupError(`${(error as Error).message}\n\n${usage}`, { cause: error })
  }
}

/** Runs a command; what goes wrong is a sentence, and the exit code 1. */
export async function runCommand(failed: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`\n${failed} ${reason}\n`)
    process.exitCode = 1
  }
}
