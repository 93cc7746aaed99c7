import { createApp, createSSRApp } from 'vue';
import { logIn } from '../client.js';
import Shop from './shop.vue';

const root = document.getElementById('app') ?? document.body;
const create = root.hasChildNodes() ? createSSRApp : createApp;

create(Shop, { own: location.search === '?own' }).mount(root);
await logIn();
