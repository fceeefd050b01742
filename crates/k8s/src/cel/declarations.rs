//! The functions and names of CEL's standard library and of OLM.

use super::types::{Substitution, Type};

/// An overload of a function. The first parameter of a method is its receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Overload {
    pub(super) is_method: bool,
    pub(super) params: Vec<Type>,
    pub(super) result: Type,
}

/// The name of each function with its overloads as `param,param:result`. Overloads of methods start with `.`. `A` and
/// `B` are type parameters.
const FUNCTIONS: &[(&str, &str)] = &[
    ("!_", "bool:bool"),
    ("-_", "int:int double:double"),
    ("_==_", "A,A:bool"),
    ("_!=_", "A,A:bool"),
    ("_<_", ORDER),
    ("_<=_", ORDER),
    ("_>_", ORDER),
    ("_>=_", ORDER),
    (
        "_+_",
        "bytes,bytes:bytes double,double:double duration,duration:duration duration,timestamp:timestamp \
         timestamp,duration:timestamp int,int:int list(A),list(A):list(A) string,string:string uint,uint:uint",
    ),
    (
        "_-_",
        "double,double:double duration,duration:duration int,int:int timestamp,duration:timestamp \
         timestamp,timestamp:duration uint,uint:uint",
    ),
    ("_*_", "double,double:double int,int:int uint,uint:uint"),
    ("_/_", "double,double:double int,int:int uint,uint:uint"),
    ("_%_", "int,int:int uint,uint:uint"),
    ("_[_]", "list(A),int:A map(A;B),A:B"),
    ("@in", "A,list(A):bool A,map(A;B):bool"),
    ("size", "bytes:int list(A):int map(A;B):int string:int .bytes:int .list(A):int .map(A;B):int .string:int"),
    ("type", "A:type(A)"),
    ("dyn", "A:dyn"),
    ("bool", "bool:bool string:bool"),
    ("bytes", "bytes:bytes string:bytes"),
    ("double", "double:double int:double string:double uint:double"),
    ("duration", "duration:duration int:duration string:duration"),
    ("int", "int:int double:int duration:int string:int timestamp:int uint:int"),
    (
        "string",
        "string:string bool:string bytes:string double:string duration:string int:string timestamp:string uint:string",
    ),
    ("timestamp", "timestamp:timestamp int:timestamp string:timestamp"),
    ("uint", "uint:uint double:uint int:uint string:uint"),
    ("matches", "string,string:bool .string,string:bool"),
    ("contains", ".string,string:bool"),
    ("endsWith", ".string,string:bool"),
    ("startsWith", ".string,string:bool"),
    ("getFullYear", DATE),
    ("getMonth", DATE),
    ("getDayOfYear", DATE),
    ("getDayOfMonth", DATE),
    ("getDate", DATE),
    ("getDayOfWeek", DATE),
    ("getHours", TIME),
    ("getMinutes", TIME),
    ("getSeconds", TIME),
    ("getMilliseconds", TIME),
    ("semver_compare", "dyn,dyn:int"),
];

const ORDER: &str = "bool,bool:bool int,int:bool int,double:bool int,uint:bool uint,uint:bool uint,double:bool \
    uint,int:bool double,double:bool double,int:bool double,uint:bool string,string:bool bytes,bytes:bool \
    timestamp,timestamp:bool duration,duration:bool";
const DATE: &str = ".timestamp:int .timestamp,string:int";
const TIME: &str = ".timestamp:int .timestamp,string:int .duration:int";

/// The overloads of a function; `None` if it is not declared.
pub(super) fn overloads(function: &str) -> Option<impl Iterator<Item = &'static str>> {
    let (_, text) = FUNCTIONS.iter().find(|(name, _)| *name == function)?;
    Some(text.split_whitespace())
}

impl Overload {
    /// Parses an overload and creates fresh type parameters for it.
    pub(super) fn read(text: &str, found: &mut Substitution) -> Overload {
        let (is_method, text) = text.strip_prefix('.').map_or((false, text), |rest| (true, rest));
        let (params, result) = text.split_once(':').unwrap_or((text, "dyn"));
        let has_params = params.contains(['A', 'B']);
        let base = if has_params { found.fresh() } else { 0 };
        if has_params {
            found.fresh();
        }
        let params = params.split(',').map(|param| Type::read(param, base)).collect();
        Overload { is_method, params, result: Type::read(result, base) }
    }
}

/// The variable that OLM declares: the properties of a bundle.
pub(super) fn properties() -> (&'static str, Type) {
    (PROPERTIES, Type::list(Type::map(Type::Simple("string"), Type::Dyn)))
}

/// The name of [`properties`].
pub(super) const PROPERTIES: &str = "properties";

/// The type of a predeclared name.
pub(super) fn ident(name: &str) -> Option<Type> {
    let of = match name {
        "list" => Type::list(Type::Dyn),
        "map" => Type::map(Type::Dyn, Type::Dyn),
        "null_type" => super::types::NULL,
        "type" => Type::Meta(Box::new(Type::Dyn)),
        "google.protobuf.Timestamp" => Type::Simple("timestamp"),
        "google.protobuf.Duration" => Type::Simple("duration"),
        "timestamp" | "duration" | "null" => return None,
        _ => Type::simple(name)?,
    };
    Some(Type::Meta(Box::new(of)))
}
