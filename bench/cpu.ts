import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

interface Process {
  pid: number
  parent: number
  /** CPU milliseconds, its own and those of children that have ended. */
  milliseconds: number
}

function readProcess(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = (fields[11] ?? 0) + (fields[12] ?? 0) + (fields[13] ?? 0) + (fields[14] ?? 0)
    return { pid, parent: fields[1] ?? 0, milliseconds: (ticks * 1000) / ticksPerSecond }
  } catch {
    return undefined
  }
}

function allProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
}

/** CPU milliseconds of a process and everything below it, the ended included. */
export function cpuOf(root: number): number {
  const processes = allProcesses()
  const below = new Set([root])
  let grown = true
  while (grown) {
    const more = processes.filter((process) => below.has(process.parent) && !below.has(process.pid))
    for (const process of more) below.add(process.pid)
    grown = more.length > 0
  }
  return processes
    .filter((process) => below.has(process.pid))
    .reduce((sum, process) => sum + process.milliseconds, 0)
}

/** Resident memory of one process in megabytes: now, and the most it ever had. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (key: string) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
