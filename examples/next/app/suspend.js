'use server'
import { revalidatePath } from 'next/cache'
import { service } from './service.js'

export async function suspend(userId) {
  await service.suspendUser({ params: { userId } })
  revalidatePath('/')
}
