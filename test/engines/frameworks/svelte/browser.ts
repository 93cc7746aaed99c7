import { hydrate, mount } from 'svelte';
import { logIn } from '../client.js';
import Shop from './shop.svelte';

const target = document.getElementById('app') ?? document.body;
const start = target.hasChildNodes() ? hydrate : mount;

start(Shop, { target, props: { own: location.search === '?own' } });
await logIn();
