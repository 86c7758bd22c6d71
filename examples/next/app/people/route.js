import { service } from '../service.js'

export async function GET(request) {
  const q = new URL(request.url).searchParams.get('q') ?? ''
  const users = await service.listUsers({ query: { q, limit: 5 } })
  return Response.json(users.map(({ profile }) => profile.login))
}
