import '../styles/fonts.ts'
import '../styles/tokens.css'
import '../styles/base.css'
import './fleet-tokens.css'
import { createRoot } from 'react-dom/client'
import { typeDigitsByKey } from '../components/digit-keys.ts'
import { actOncePerPress } from '../components/one-press.ts'
import { FleetApp } from './fleet-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('fleet.html has no #root')
actOncePerPress()
typeDigitsByKey()
createRoot(root).render(<FleetApp />)
