/** The words of the inspector in Arabic. The rules are those of ../ar.ts. */

import { isolate as i, plural } from "../plural.ts";
import type { InspectorStrings } from "./en.ts";

const forms = plural("ar");

const json = i("JSON");

/** "حرف واحد", "حرفان", "3 أحرف", "11 حرفًا", "100 حرف". */
const characters = (n: string, count: number): string =>
  forms(count, {
    one: "حرف واحد",
    two: "حرفان",
    few: `${i(n)} أحرف`,
    many: `${i(n)} حرفًا`,
    other: `${i(n)} حرف`,
  });

/** The same for the items of a list. */
const items = (n: string, count: number): string =>
  forms(count, {
    one: "عنصر واحد",
    two: "عنصران",
    few: `${i(n)} عناصر`,
    many: `${i(n)} عنصرًا`,
    other: `${i(n)} عنصر`,
  });

/** And for messages on the socket. */
const messages = (n: string, count: number): string =>
  forms(count, {
    zero: "لا رسائل",
    one: "رسالة واحدة",
    two: "رسالتان",
    few: `${i(n)} رسائل`,
    other: `${i(n)} رسالة`,
  });

export const ar: InspectorStrings = {
  tabs: {
    list: "أجزاء الفاحص",
    tools: "الأدوات",
    run: "تشغيل",
    frames: "الرسائل",
    calls: "الاستدعاءات",
    report: "تقرير",
  },

  tools: {
    ready: "جاهزة",
    asks: "تسأل أولًا",
    off: "معطّلة",
    none: "لا أدوات في العقد.",
    offline: "تظهر القائمة عند الوصول إلى الخادم.",
    run: "تشغيل هذه",
    where: "مكان العمل",
    approval: "الموافقة",
    approvals: {
      never: "لا تسأل أبدًا",
      session: "تسأل؛ ويمكن السماح بها في الجلسة",
      always: "تسأل كل مرة",
    },
    risk: "الخطورة",
    risks: {
      low: "منخفضة",
      medium: "متوسطة",
      high: "عالية",
      critical: "بالغة",
    },
    kind: "النوع",
    reads: "تقرأ فقط",
    writes: "تكتب",
    mostBytes: "أكبر نتيجة",
    serverHash: "البصمة على الخادم",
    pageHash: "البصمة في هذه الصفحة",
    same: "متطابقة",
    other: "مختلفة",
    unchecked: "لم تُفحص: ليست لدى الصفحة بصمتها",
    noBody: "لا تنفيذ لها في هذه الصفحة",
    why: "سبب تعطيلها",
    goesIn: "المدخلات",
    comesOut: "المخرجات",
    anything: `أي قيمة بصيغة ${json}`,
    unknown: "لا يخبر بها هذا الخادم",
  },

  schema: {
    required: "مطلوب",
    optional: "اختياري",
    types: {
      object: "كائن",
      array: "قائمة",
      string: "نص",
      number: "عدد",
      integer: "عدد صحيح",
      boolean: "نعم أو لا",
      enum: "واحد من",
      const: "دائمًا",
      choice: "واحد من هذه",
      json: "JSON",
    },
    items: "كل عنصر",
    option: (n) => `الخيار ${i(n)}`,
    again: "كما في الأعلى",
    fallback: (value) => `الافتراضي ${i(value)}`,
    limits: {
      minLength: (n, count) => `على الأقل: ${characters(n, count)}`,
      maxLength: (n, count) => `على الأكثر: ${characters(n, count)}`,
      pattern: (pattern) => `النمط ${i(pattern)}`,
      format: (format) => `الصيغة ${i(format)}`,
      minimum: (n) => `${i(n)} على الأقل`,
      maximum: (n) => `${i(n)} على الأكثر`,
      exclusiveMinimum: (n) => `أكثر من ${i(n)}`,
      exclusiveMaximum: (n) => `أقل من ${i(n)}`,
      multipleOf: (n) => `من مضاعفات ${i(n)}`,
      minItems: (n, count) => `على الأقل: ${items(n, count)}`,
      maxItems: (n, count) => `على الأكثر: ${items(n, count)}`,
      uniqueItems: () => "لا عنصر مكرر",
    },
  },

  form: {
    tool: "الأداة",
    cannotRun: "معطّلة هنا: سيقرأ النموذج رفضًا",
    mode: "طريقة كتابة المعطيات",
    form: "نموذج إدخال",
    json: "JSON",
    arguments: "المعطيات",
    noArguments: "لا تأخذ هذه الأداة معطيات.",
    choose: "اختيار",
    leftOut: "متروك",
    set: "تعيين",
    leaveOut: "ترك",
    add: "إضافة عنصر",
    item: (n) => `العنصر ${i(n)}`,
    remove: (item) => `إزالة: ${i(item)}`,
    which: "أيها",
    yes: "صحيح",
    no: "خطأ",
    further: `يمكن كتابة خصائص أخرى بصيغة ${json}.`,
    misfit: `هذا لا يوافق المخطط، لذلك يظهر هنا بصيغة ${json}.`,
    notNumber: "هذا ليس عددًا.",
    notWhole: "هذا ليس عددًا صحيحًا.",
    notObject: "يجب أن تكون المعطيات كائنًا: { … }.",
    unfinished: (fields) => `لم تُشغَّل: انظر إلى ${i(fields)}.`,
    run: "تشغيل",
    running: "قيد التشغيل",
    stop: "إيقاف هذا التشغيل",
    onlyDev: `تعمل هذه الأداة على الخادم. لا يمكن تشغيلها يدويًا إلا إذا بدأ الخادم بالخيار ${i("-dev")}.`,
    offline: "لا اتصال بالخادم.",
    startOver: "البدء من جديد",
  },

  json: {
    at: (what, line, column) =>
      `ليس بصيغة ${json} بعد: ${i(what)} في السطر ${i(line)}، العمود ${i(column)}.`,
    empty: `ليس بصيغة ${json} بعد: لا شيء مكتوب هنا.`,
    value: "قيمة ناقصة أو مكتوبة خطأ",
    name: "اسم بين علامتي اقتباس ناقص، أو هناك فاصلة زائدة",
    colon: "نقطتان ناقصتان بعد اسم",
    comma: "فاصلة أو قوس إغلاق ناقص",
    quote: "نص لم يُغلق بعلامة اقتباس",
    escape: "شرطة مائلة عكسية أمام ما لا يمكن تهريبه",
    number: `عدد مكتوب بطريقة لا تعرفها صيغة ${json}`,
    more: "هناك شيء بعد النهاية",
  },

  runs: {
    title: "مرات التشغيل",
    none: "تظهر مرات التشغيل هنا وحدها: لا يعلم بها النموذج أبدًا.",
    reads: "ما كان النموذج سيقرؤه",
    times: "الأوقات",
    delivered: "وصل إلى الصفحة بعد",
    waited: "مدة انتظارك",
    ran: "مدة العمل في هذه الصفحة",
    whole: "الإجمالي بساعة الخادم",
    size: "الحجم للنموذج",
    use: "استخدام هذه المعطيات",
    at: (time) => `عند ${i(time)}`,
    waiting: "لم يبدأ التشغيل.",
    ended: {
      stopped: "أوقفتَ هذا التشغيل.",
      budget: "بلغ الدور حدّه.",
      disconnected: "انقطع الاتصال؛ لا أحد يعرف نهايته.",
      shutdown: "أُوقف الخادم.",
      internal: "تعطّل الخادم؛ الخطأ ليس منك.",
      other: "انتهى التشغيل قبل أوانه.",
    },
    refused: {
      busy: "لم تُشغَّل: ما زالت إجابة في الطريق. انتظرها أو أوقفها أولًا.",
      not_open: "لم تُشغَّل: لا اتصال بالخادم.",
      too_large: "لم تُشغَّل: هذا أكثر مما يأخذه الخادم دفعة واحدة.",
      server: (message) => `لم يشغّلها الخادم: ${i(message)}`,
    },
  },

  frames: {
    title: "الرسائل، الأقدم أولًا",
    filter: "تصفية بالنوع أو المعرّف أو الرمز",
    direction: "الاتجاه",
    both: "الاتجاهان",
    sent: "مُرسلة",
    received: "مُستقبلة",
    toServer: "إلى الخادم",
    fromServer: "من الخادم",
    heartbeats: "عرض النبضات",
    beats: (n, count) =>
      forms(count, {
        zero: "لا نبضات",
        one: "نبضة واحدة",
        two: "نبضتان",
        few: `${i(n)} نبضات`,
        other: `${i(n)} نبضة`,
      }),
    pause: "إيقاف مؤقت",
    resume: "متابعة",
    clear: "مسح",
    none: "لا رسائل بعد.",
    noMatch: "لا رسالة توافق التصفية.",
    held: (n, count) => `منذ الإيقاف المؤقت: ${messages(n, count)}`,
    kept: (n, size) => `المحفوظ: ${i(n)}، ${i(size)}`,
    unreadable: "ليست رسالة من هذا البروتوكول",
    cut: "الرسالة أطول؛ حُفظت بدايتها.",
    turn: (n) => `الدور ${i(n)}`,
  },

  calls: {
    open: "مفتوحة",
    ended: "منتهية",
    noneOpen: "لا استدعاء مفتوح.",
    noneEnded: "لا شيء بعد في هذه المحادثة.",
    age: "العمر",
    ownClock: "وقتها",
    userClock: "وقتك",
    of: (spent, limit) => `المستهلك ${i(spent)} من ${i(limit)}`,
    unconfirmed: "انتهى هنا، ولم يقل الخادم ذلك",
    orphaned: "بلا صاحب: انتهى دوره",
    late: "وصلت إجابته متأخرة",
    unknown: "لا يعرف الخادم إجابته",
  },

  report: {
    intro: "لبلاغ أو رسالة. ما في الأسفل هو ما يُنسخ بالضبط.",
    content: "مع المحتوى: الكلمات والمعطيات والنتائج والرسائل كاملة",
    contentNote: "قد يحوي أشياء خاصة. اقرأه قبل أن تمرّره.",
    noContent: "دون محتوى: الإصدارات والحالات والرموز والأحجام والأوقات فقط.",
    copy: "نسخ تقرير الخطأ",
    copied: "تم النسخ",
    notCopied: "لم يسمح المتصفح بالنسخ. النص محدَّد: انسخه يدويًا.",
    preview: "ما يُنسخ",
    again: "تجديد",
  },
};
