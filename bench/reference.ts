import { median, processorTime } from './rounds.ts'

/** A known document of about a megabyte. To parse it takes as long as this machine and this Node take for such work. */
const known = JSON.stringify(
  Array.from({ length: 4000 }, (_, number) => ({
    id: `00u${number}`,
    status: number % 7 === 0 ? 'SUSPENDED' : 'ACTIVE',
    created: '2026-01-31T12:00:00.000Z',
    profile: {
      login: `user-${number}@example.com`,
      firstName: 'Hedy',
      lastName: `Lamarr ${number % 100}`,
      department: null,
      employeeNumber: number,
    },
    _links: { self: { href: `https://svc.example.com/api/v1/users/00u${number}` } },
  })),
)

/** Milliseconds of processor time to parse the known document, the median of some. */
export function parsingTime(): number {
  const taken = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage()
    JSON.parse(known)
    return processorTime(before)
  })
  return median(taken)
}
